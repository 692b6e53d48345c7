"""The robot language L-IRL: text, tokens, tree, checked program, commands; and back to text.

`grammar.lark` says what can be written, docs/language.md what it means.
"""
