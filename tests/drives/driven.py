"""A robot of four joints, one of which slides, whose motors have all that motors may have.

Modified Denavit-Hartenberg rows, coupled gears, friction that differs by direction, curves, a motor
at a supply voltage, limits of current and of power. Made for the C export: every branch is in it.
"""

from __future__ import annotations

TEXT = """
format = 1
name = "driven"
units = { length = "mm", angle = "deg" }
[dh]
convention = "modified"
[[joint]]
name = "joint_1"
kind = "revolute"
dh = { d = 300, a = 0, alpha = 0 }
limits = { position = [-170, 170], speed = 180 }
friction = { viscous = 0.5, coulomb = 1.5 }
[joint.body]
name = "link_1"
mass = 4.2
com = [10, -20, -80]
inertia = { xx = 0.05, yy = 0.06, zz = 0.04, xy = 0.003 }
[[joint]]
name = "joint_2"
kind = "revolute"
dh = { d = 0, a = 100, alpha = -90 }
[joint.body]
name = "link_2"
mass = 3.1
com = [150, 5, 20]
inertia = { xx = 0.01, yy = 0.06, zz = 0.06, xz = 0.001 }
[[joint]]
name = "joint_3"
kind = "prismatic"
dh = { theta = 0, a = 250, alpha = 90, offset = 50 }
friction = { viscous = 3, coulomb = 4 }
[joint.body]
name = "link_3"
mass = 2.5
com = [0, 0, -50]
inertia = { xx = 0.02, yy = 0.02, zz = 0.004 }
[[joint]]
name = "joint_4"
kind = "revolute"
dh = { d = 80, a = 0, alpha = 30 }
[joint.body]
name = "link_4"
mass = 1.2
com = [12, 7, 40]
inertia = { xx = 0.004, yy = 0.005, zz = 0.003 }
[tool]
translation = [0, 0, 60]
[drives]
[[drives.motor]]
name = "m1"
ratios = { joint_1 = 100 }
rotor_inertia = 1e-4
peak_torque = 2
continuous_torque = 0.7
top_speed_rpm = 3000
viscous_friction = 1e-4
coulomb_friction = { kinetic = [0.02, 0.03], starting = [0.04, 0.05] }
load_friction = 0.05
[[drives.motor]]
name = "m2"
ratios = { joint_2 = -80, joint_1 = 3 }
rotor_inertia = 1e-4
torque_curve_rpm = [[1500, 3.0], [3000, 1.5]]
top_speed_rpm = 3000
efficiency = 0.9
backward_efficiency = 0.85
[[drives.motor]]
name = "m3"
ratios = { joint_3 = 800 }
rotor_inertia = 2e-5
torque_constant = 0.08
resistance = 0.9
supply_voltage = 48
top_speed_rpm = 4000
peak_current = 9
coulomb_friction = 0.01
[[drives.motor]]
name = "m4"
ratios = { joint_4 = 50, joint_2 = 2 }
rotor_inertia = 3e-5
peak_torque = 0.8
peak_power = 100
top_speed_rpm = 5000
viscous_friction = 2e-5
coulomb_friction = { kinetic = 0.02, starting = 0.03 }
load_friction = 0.1
"""
