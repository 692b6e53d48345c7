"""Equations that a person reads: the recursions, fed with letters instead of numbers.

circle.py      products of sines and cosines in one normal form; parallel joints add up
ring.py        the scalar: a sum of products of letters, sines and cosines
letters.py     a robot's numbers as letters, named as in its file
named.py       robots of the library whose letters stand in relations (a rod: com = a/2)
regroup.py     base inertial parameters, with their definitions
blocks.py      what may be derived: M, C qd, C, g, friction, rotors, poses, reactions, ...
collect.py     sums -> readable expressions
intermediates.py   a tape -> named intermediates
sheet.py       what is exported: letters, blocks, proof
derive.py      the one door
"""
