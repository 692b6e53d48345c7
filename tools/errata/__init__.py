"""Misprints of the five publications, each with what shows it; made into docs/errata.md."""
