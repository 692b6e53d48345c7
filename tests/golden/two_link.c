/* two_link.c: written by erfd VERSION for the robot 'two_link'; export it again instead of editing. */

#include <math.h>

#include "two_link.h"

#define R(x) ((two_link_real)(x))

static two_link_real two_link_cos_(two_link_real x)
{
    return sizeof(two_link_real) == sizeof(float) ? (two_link_real)cosf((float)x)
        : (two_link_real)cos((double)x);
}

static two_link_real two_link_sin_(two_link_real x)
{
    return sizeof(two_link_real) == sizeof(float) ? (two_link_real)sinf((float)x)
        : (two_link_real)sin((double)x);
}

void two_link_inverse_dynamics(const two_link_real q[2],
                               const two_link_real qd[2],
                               const two_link_real qdd[2],
                               two_link_real tau[2])
{
    const two_link_real v1 = two_link_sin_(q[0]);
    const two_link_real v2 = two_link_cos_(q[0]);
    const two_link_real v3 = two_link_sin_(q[1]);
    const two_link_real v4 = two_link_cos_(q[1]);
    const two_link_real v5 = qd[0] * qd[0];
    const two_link_real v6 = R(0.3) * v5;
    const two_link_real v7 = R(0.3) * qdd[0];
    const two_link_real v8 = R(9.81) * v1 - v6;
    const two_link_real v9 = R(9.81) * v2 + v7;
    const two_link_real v10 = v4 * v9;
    const two_link_real v11 = v10 - v3 * v8;
    const two_link_real v12 = qd[0] + qd[1];
    const two_link_real v13 = qdd[0] + qdd[1];
    const two_link_real v14 = R(0.051) * qdd[0];
    const two_link_real v15 = R(1.9129500000000002) * v2 + v14;
    const two_link_real v16 = v12 * v12;
    const two_link_real v17 = R(0.05) * v16;
    const two_link_real v18 = R(0.05) * v13;
    const two_link_real v19 = R(0.008333333333333333) * v13;
    const two_link_real v20 = R(0.05) * v11 + v19;
    const two_link_real v21 = v4 * v18;
    const two_link_real v22 = v21 - v3 * v17;
    const two_link_real v23 = R(0.3) * v22 + v20;
    const two_link_real v24 = v15 + v23;
    tau[0] = v24;
    tau[1] = v20;
}

void two_link_forward_dynamics(const two_link_real q[2],
                               const two_link_real qd[2],
                               const two_link_real tau[2],
                               two_link_real qdd[2])
{
    const two_link_real v1 = two_link_sin_(q[0]);
    const two_link_real v2 = two_link_cos_(q[0]);
    const two_link_real v3 = two_link_sin_(q[1]);
    const two_link_real v4 = two_link_cos_(q[1]);
    const two_link_real v5 = R(9.81) * v2;
    const two_link_real v6 = qd[0] * qd[0];
    const two_link_real v7 = R(0.3) * v6;
    const two_link_real v8 = R(9.81) * v1 - v7;
    const two_link_real v9 = v4 * v5;
    const two_link_real v10 = v9 - v3 * v8;
    const two_link_real v11 = qd[0] + qd[1];
    const two_link_real v12 = v11 * v11;
    const two_link_real v13 = R(0.05) * v12;
    const two_link_real v14 = R(0.05) * v10;
    const two_link_real v15 = v3 * v13;
    const two_link_real v16 = v14 - R(0.3) * v15;
    const two_link_real v17 = R(1.9129500000000002) * v2 + v16;
    const two_link_real v18 = tau[0] - v17;
    const two_link_real v19 = tau[1] - v14;
    const two_link_real v20 = R(0.03) * v4 + R(0.05933333333333333);
    const two_link_real v21 = R(0.015) * v4 + R(0.008333333333333333);
    const two_link_real v22 = R(120.0) * v21;
    const two_link_real v23 = v20 - v21 * v22;
    const two_link_real v24 = R(1.0) / v23;
    const two_link_real v25 = v18 - v19 * v22;
    const two_link_real v26 = v24 * v25;
    const two_link_real v27 = R(120.0) * v19;
    const two_link_real v28 = v27 - v22 * v26;
    qdd[0] = v26;
    qdd[1] = v28;
}

void two_link_inertia_and_bias(const two_link_real q[2],
                               const two_link_real qd[2],
                               two_link_real H[4],
                               two_link_real bias[2])
{
    const two_link_real v1 = two_link_sin_(q[0]);
    const two_link_real v2 = two_link_cos_(q[0]);
    const two_link_real v3 = two_link_sin_(q[1]);
    const two_link_real v4 = two_link_cos_(q[1]);
    const two_link_real v5 = R(0.03) * v4 + R(0.05933333333333333);
    const two_link_real v6 = R(0.015) * v4 + R(0.008333333333333333);
    const two_link_real v7 = R(9.81) * v2;
    const two_link_real v8 = qd[0] * qd[0];
    const two_link_real v9 = R(0.3) * v8;
    const two_link_real v10 = R(9.81) * v1 - v9;
    const two_link_real v11 = v4 * v7;
    const two_link_real v12 = v11 - v3 * v10;
    const two_link_real v13 = qd[0] + qd[1];
    const two_link_real v14 = v13 * v13;
    const two_link_real v15 = R(0.05) * v14;
    const two_link_real v16 = R(0.05) * v12;
    const two_link_real v17 = v3 * v15;
    const two_link_real v18 = v16 - R(0.3) * v17;
    const two_link_real v19 = R(1.9129500000000002) * v2 + v18;
    H[0] = v5;
    H[1] = v6;
    H[2] = v6;
    H[3] = R(0.008333333333333333);
    bias[0] = v19;
    bias[1] = v16;
}

void two_link_forward_kinematics(const two_link_real q[2], two_link_real T[16])
{
    const two_link_real v1 = two_link_sin_(q[0]);
    const two_link_real v2 = two_link_cos_(q[0]);
    const two_link_real v3 = two_link_sin_(q[1]);
    const two_link_real v4 = two_link_cos_(q[1]);
    const two_link_real v5 = v2 * v4;
    const two_link_real v6 = v5 - v1 * v3;
    const two_link_real v7 = v2 * v3;
    const two_link_real v8 = v1 * v4 + v7;
    const two_link_real v9 = -v8;
    const two_link_real v10 = R(0.3) * v2;
    const two_link_real v11 = R(0.3) * v1;
    const two_link_real v12 = R(0.25) * v6 + v10;
    const two_link_real v13 = R(0.25) * v8 + v11;
    T[0] = v6;
    T[1] = v9;
    T[2] = R(0.0);
    T[3] = v12;
    T[4] = v8;
    T[5] = v6;
    T[6] = R(0.0);
    T[7] = v13;
    T[8] = R(0.0);
    T[9] = R(0.0);
    T[10] = R(1.0);
    T[11] = R(0.0);
    T[12] = R(0.0);
    T[13] = R(0.0);
    T[14] = R(0.0);
    T[15] = R(1.0);
}

void two_link_jacobian(const two_link_real q[2], two_link_real J[12])
{
    const two_link_real v1 = two_link_sin_(q[0]);
    const two_link_real v2 = two_link_cos_(q[0]);
    const two_link_real v3 = two_link_sin_(q[1]);
    const two_link_real v4 = two_link_cos_(q[1]);
    const two_link_real v5 = v2 * v4;
    const two_link_real v6 = v5 - v1 * v3;
    const two_link_real v7 = v2 * v3;
    const two_link_real v8 = v1 * v4 + v7;
    const two_link_real v9 = R(0.25) * v6;
    const two_link_real v10 = R(0.25) * v8;
    const two_link_real v11 = R(0.3) * v2 + v9;
    const two_link_real v12 = -v10;
    const two_link_real v13 = -(R(0.3) * v1) - v10;
    J[0] = v13;
    J[1] = v12;
    J[2] = v11;
    J[3] = v9;
    J[4] = R(0.0);
    J[5] = R(0.0);
    J[6] = R(0.0);
    J[7] = R(0.0);
    J[8] = R(0.0);
    J[9] = R(0.0);
    J[10] = R(1.0);
    J[11] = R(1.0);
}

#undef R
