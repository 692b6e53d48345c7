/* two_link.h: written by erfd VERSION for the robot 'two_link'; export it again instead of editing.

   Model      9634fefe1b2030c5 (SHA-256 of the robot's numbers, first 16 digits)
   Units      m, rad, kg, s, N, N m
   Joints     in the order of q, qd (its rate), qdd (the rate of qd) and tau:
                0  joint_1: revolute, rad, N m
                1  joint_2: revolute, rad, N m
   Gravity    (0, -9.81, 0) m/s^2 in base axes: where masses fall
   Payload    none
   Tool       'tool' on body 'link_2'
   Friction   none; no rotor inertia: joint side, bodies only
   Zero pose  that of the robot's file
   Precision  double; -DTWO_LINK_REAL=... takes float or double
   Memory     no heap, no globals; inputs and outputs may overlap; safe in threads
   Operations multiplications, additions, divisions, sine/cosine pairs:
                inverse_dynamics: 17 M, 10 A, 0 D, 2 S
                forward_dynamics: 20 M, 12 A, 1 D, 2 S
                inertia_and_bias: 14 M, 7 A, 0 D, 2 S
                forward_kinematics: 8 M, 4 A, 0 D, 2 S
                jacobian: 8 M, 4 A, 0 D, 2 S
   Compile    cc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -c two_link.c
   Test       cc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion two_link.c two_link_test.c -lm -o two_link_test && ./two_link_test */

#ifndef TWO_LINK_H
#define TWO_LINK_H

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TWO_LINK_REAL
#define TWO_LINK_REAL double
#endif
typedef TWO_LINK_REAL two_link_real;

/* Joint torques tau of a motion. Method: newton_euler. */
void two_link_inverse_dynamics(const two_link_real q[2],
                               const two_link_real qd[2],
                               const two_link_real qdd[2],
                               two_link_real tau[2]);

/* Joint accelerations qdd under the torques tau. Method: composite_body. */
void two_link_forward_dynamics(const two_link_real q[2],
                               const two_link_real qd[2],
                               const two_link_real tau[2],
                               two_link_real qdd[2]);

/* tau = H qdd + bias; H by rows, symmetric. Method: composite_body. */
void two_link_inertia_and_bias(const two_link_real q[2],
                               const two_link_real qd[2],
                               two_link_real H[4],
                               two_link_real bias[2]);

/* Pose of the tool in base axes: 4 x 4 homogeneous matrix by rows, lengths in m. */
void two_link_forward_kinematics(const two_link_real q[2], two_link_real T[16]);

/* 6 x n by rows: the tool point's linear velocity, then its angular velocity, base axes. */
void two_link_jacobian(const two_link_real q[2], two_link_real J[12]);

#ifdef __cplusplus
}
#endif

#endif
