"""Forward in time: the motion of a robot under torques, controllers, drives and stops."""
