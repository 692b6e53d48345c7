"use strict";
// The arm as lines on a canvas: kinematics, a view that turns and zooms, the paths of the tool.
const Replay = (() => {
  const apply = (R, v) => [0, 1, 2].map((i) => R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2]);
  const times = (A, B) => [0, 1, 2].map((i) => [0, 1, 2].map((j) => A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j]));
  const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

  // Rodrigues: the turn by x about a unit axis
  function turn(a, x) {
    const c = Math.cos(x), s = Math.sin(x), d = 1 - c, [u, v, w] = a;
    return [
      [c + u * u * d, u * v * d - w * s, u * w * d + v * s],
      [v * u * d + w * s, c + v * v * d, v * w * d - u * s],
      [w * u * d - v * s, w * v * d + u * s, c + w * w * d],
    ];
  }

  // positions of all joints, in the order of the bodies, and of the tool
  function place(robot, q) {
    const poses = [];
    for (const joint of robot.joints) {
      const on = joint.parent < 0 ? robot.base : poses[joint.parent];
      let R = times(on.R, joint.R), p = plus(on.p, apply(on.R, joint.p));
      const x = joint.coordinate < 0 ? 0 : joint.ratio * q[joint.coordinate] + joint.offset;
      if (joint.kind === "revolute") R = times(R, turn(joint.axis, x));
      if (joint.kind === "prismatic") p = plus(p, apply(R, joint.axis.map((a) => a * x)));
      poses.push({ R, p });
    }
    const hand = robot.tool.body < 0 ? robot.base : poses[robot.tool.body];
    const R = times(hand.R, robot.tool.R), p = plus(hand.p, apply(hand.R, robot.tool.p));
    return { poses, tool: { R, p } };
  }

  class View {
    constructor(canvas, robot, paths, colour) {
      Object.assign(this, { canvas, robot, paths, colour, azimuth: -0.9, height: 0.35, zoom: 1, q: null, now: 0 });
      this.frame();
      let last = null;
      canvas.addEventListener("pointerdown", (e) => { last = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); });
      canvas.addEventListener("pointerup", () => { last = null; });
      canvas.addEventListener("pointermove", (e) => {
        if (!last) return;
        this.azimuth -= (e.clientX - last[0]) * 0.008;
        this.height = Math.max(-1.5, Math.min(1.5, this.height + (e.clientY - last[1]) * 0.008));
        last = [e.clientX, e.clientY];
        this.draw();
      });
      canvas.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom *= Math.exp(-e.deltaY * 0.001); this.draw(); }, { passive: false });
      canvas.addEventListener("keydown", (e) => {
        const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[e.key];
        if (!step) return;
        e.preventDefault(); this.azimuth += step[0]; this.height += step[1]; this.draw();
      });
      new ResizeObserver(() => this.draw()).observe(canvas);
    }

    // the box of everything that will be seen
    frame() {
      const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
      const see = (p) => p.forEach((x, i) => { low[i] = Math.min(low[i], x); high[i] = Math.max(high[i], x); });
      see([0, 0, 0]);
      for (const path of this.paths) for (let k = 0; k < path.points.length; k += 3) see(path.points.slice(k, k + 3));
      for (const p of place(this.robot, this.robot.home).poses) see(p.p);
      this.centre = low.map((x, i) => 0.5 * (x + high[i]));
      this.size = Math.max(1e-3, Math.hypot(...low.map((x, i) => high[i] - x)));
    }

    project(p) {
      const [x, y, z] = p.map((v, i) => v - this.centre[i]);
      const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth), ch = Math.cos(this.height), sh = Math.sin(this.height);
      const right = -sa * x + ca * y, away = ca * x + sa * y;
      const scale = (0.85 * this.zoom * Math.min(this.canvas.clientWidth, this.canvas.clientHeight)) / this.size;
      return [this.canvas.clientWidth / 2 + scale * right, this.canvas.clientHeight / 2 - scale * (ch * z - sh * away)];
    }

    show(q, k) { this.q = q; this.now = k; this.draw(); }

    draw() {
      const ratio = window.devicePixelRatio || 1, canvas = this.canvas;
      canvas.width = canvas.clientWidth * ratio; canvas.height = canvas.clientHeight * ratio;
      const pen = canvas.getContext("2d");
      pen.scale(ratio, ratio); pen.lineCap = pen.lineJoin = "round";
      this.floor(pen);
      for (const path of this.paths) this.path(pen, path);
      if (this.q) this.arm(pen);
    }

    line(pen, points, colour, width, dash = []) {
      pen.beginPath(); pen.setLineDash(dash); pen.strokeStyle = colour; pen.lineWidth = width;
      points.forEach((p, i) => { const [x, y] = this.project(p); if (i) pen.lineTo(x, y); else pen.moveTo(x, y); });
      pen.stroke(); pen.setLineDash([]);
    }

    floor(pen) {
      const step = 10 ** Math.floor(Math.log10(this.size / 2)), reach = Math.ceil(this.size / 2 / step) * step;
      for (let x = -reach; x <= reach + 1e-9; x += step) {
        this.line(pen, [[x, -reach, 0], [x, reach, 0]], this.colour("--line"), 1);
        this.line(pen, [[-reach, x, 0], [reach, x, 0]], this.colour("--line"), 1);
      }
    }

    path(pen, path) {
      const at = (k) => [path.points[3 * k], path.points[3 * k + 1], path.points[3 * k + 2]];
      const count = path.points.length / 3;
      let from = 0;
      for (let k = 1; k <= count; k++) {
        if (k < count && path.bad[k] === path.bad[from]) continue;
        const part = [];
        for (let i = from; i <= Math.min(k, count - 1); i++) part.push(at(i));
        const colour = this.colour(path.bad[from] ? "--bad" : path.colour);
        this.line(pen, part, colour, path.bad[from] ? 3 : 1.8, path.dash);
        from = k;
      }
    }

    arm(pen) {
      const { poses, tool } = place(this.robot, this.q), colour = this.colour("--arm");
      const width = Math.max(3, 0.016 * Math.min(this.canvas.clientWidth, this.canvas.clientHeight) * Math.sqrt(this.zoom));
      this.robot.joints.forEach((joint, i) => {
        const from = joint.parent < 0 ? this.robot.base.p : poses[joint.parent].p;
        this.line(pen, [from, poses[i].p], colour, width);
      });
      const hand = this.robot.tool.body < 0 ? this.robot.base.p : poses[this.robot.tool.body].p;
      this.line(pen, [hand, tool.p], colour, width / 2);
      pen.fillStyle = this.colour("--page"); pen.strokeStyle = colour; pen.lineWidth = 2;
      for (const pose of poses) { const [x, y] = this.project(pose.p); pen.beginPath(); pen.arc(x, y, 0.55 * width, 0, 7); pen.fill(); pen.stroke(); }
      const axis = 0.06 * this.size;
      ["--bad", "--good", "--one"].forEach((name, i) => {
        this.line(pen, [tool.p, plus(tool.p, [0, 1, 2].map((j) => axis * tool.R[j][i]))], this.colour(name), 2.5);
      });
    }
  }
  return { View, place };
})();
