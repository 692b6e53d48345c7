"use strict";
// The arm on a canvas: kinematics, a view in perspective that turns and zooms, the tool's paths.
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

  // poses of all joints, in the order of the bodies, and of the tool
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
    // `all` are joint vectors to frame the view by
    constructor(canvas, robot, paths, all, colour) {
      Object.assign(this, { canvas, robot, paths, colour, azimuth: -0.95, height: 0.32, zoom: 1, q: null, other: null });
      this.frame(all);
      let last = null;
      canvas.addEventListener("pointerdown", (e) => { last = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); });
      canvas.addEventListener("pointerup", () => { last = null; });
      canvas.addEventListener("pointermove", (e) => {
        if (!last) return;
        this.azimuth -= (e.clientX - last[0]) * 0.008;
        this.height = Math.max(-0.2, Math.min(1.5, this.height + (e.clientY - last[1]) * 0.008));
        last = [e.clientX, e.clientY];
        this.draw();
      });
      canvas.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom = Math.max(0.2, Math.min(20, this.zoom * Math.exp(-e.deltaY * 0.001))); this.draw(); }, { passive: false });
      canvas.addEventListener("keydown", (e) => {
        const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[e.key];
        if (!step) return;
        e.preventDefault(); this.azimuth += step[0]; this.height += step[1]; this.draw();
      });
      new ResizeObserver(() => this.draw()).observe(canvas);
    }

    // the box of everything that will be seen
    frame(all) {
      const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
      const see = (p) => p.forEach((x, i) => { low[i] = Math.min(low[i], x); high[i] = Math.max(high[i], x); });
      see([0, 0, 0]);
      for (const path of this.paths) for (let k = 0; k < path.points.length; k += 3) see(path.points.slice(k, k + 3));
      for (const q of all) for (const pose of place(this.robot, q).poses) see(pose.p);
      Object.assign(this, { low, high, centre: low.map((x, i) => 0.5 * (x + high[i])) });
      this.size = Math.max(1e-3, Math.hypot(...low.map((x, i) => high[i] - x)));
    }

    // towards the eye: right, up, and how near
    camera(p) {
      const [x, y, z] = p.map((v, i) => v - this.centre[i]);
      const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth), ch = Math.cos(this.height), sh = Math.sin(this.height);
      const away = ca * x + sa * y;
      return [-sa * x + ca * y, ch * z - sh * away, ch * away + sh * z];
    }

    fit() {
      let most = 1e-9;
      const w = this.canvas.clientWidth, h = this.canvas.clientHeight;
      for (let k = 0; k < 8; k++) {
        const [x, y, d] = this.camera([0, 1, 2].map((i) => ((k >> i) & 1 ? this.high : this.low)[i]));
        const s = this.eye(d);
        most = Math.max(most, (Math.abs(x) * s) / w, (Math.abs(y) * s) / h);
      }
      this.scale = (0.47 * this.zoom) / most;
    }

    eye(d) { const far = 2.4 * this.size; return far / Math.max(0.1 * far, far - d); }

    project(p) {
      const [x, y, d] = this.camera(p), s = this.scale * this.eye(d);
      return [this.canvas.clientWidth / 2 + s * x, this.canvas.clientHeight / 2 - s * y, s];
    }

    show(q, other) { this.q = q; this.other = other; this.draw(); }

    draw() {
      const ratio = window.devicePixelRatio || 1, canvas = this.canvas;
      canvas.width = canvas.clientWidth * ratio; canvas.height = canvas.clientHeight * ratio;
      const pen = canvas.getContext("2d");
      pen.scale(ratio, ratio); pen.lineCap = pen.lineJoin = "round";
      this.fit(); this.floor(pen);
      if (this.q) this.shadow(pen, this.q);
      for (const path of this.paths) this.path(pen, path);
      if (this.other) { pen.globalAlpha = 0.45; this.arm(pen, this.other, this.colour("--two"), this.colour("--card")); pen.globalAlpha = 1; }
      if (this.q) this.arm(pen, this.q, this.colour("--arm"), this.colour("--light"));
    }

    line(pen, points, colour, width, dash = []) {
      pen.beginPath(); pen.setLineDash(dash); pen.strokeStyle = colour; pen.lineWidth = width;
      points.forEach((p, i) => { const [x, y] = this.project(p); if (i) pen.lineTo(x, y); else pen.moveTo(x, y); });
      pen.stroke(); pen.setLineDash([]);
    }

    get ground() { return Math.min(0, this.low[2]); }

    floor(pen) {
      const step = 10 ** Math.floor(Math.log10(this.size / 2)) / (this.size < 4 * 10 ** Math.floor(Math.log10(this.size / 2)) ? 2 : 1);
      const from = [0, 1].map((i) => Math.floor(this.low[i] / step - 1) * step), to = [0, 1].map((i) => Math.ceil(this.high[i] / step + 1) * step);
      const colour = this.colour("--line"), z = this.ground;
      for (let x = from[0]; x <= to[0] + 1e-9; x += step) this.line(pen, [[x, from[1], z], [x, to[1], z]], colour, 1);
      for (let y = from[1]; y <= to[1] + 1e-9; y += step) this.line(pen, [[from[0], y, z], [to[0], y, z]], colour, 1);
      const axis = 0.11 * this.size;
      [["--bad", "x"], ["--good", "y"], ["--one", "z"]].forEach(([name, text], i) => {
        const end = [0, 0, z]; end[i] += axis;
        this.line(pen, [[0, 0, z], end], this.colour(name), 2);
        const [x, y] = this.project(end);
        pen.fillStyle = this.colour(name); pen.font = "12px sans-serif"; pen.fillText(text, x + 4, y - 2);
      });
    }

    shadow(pen, q) {
      pen.globalAlpha = 0.16;
      const down = (p) => [p[0], p[1], this.ground];
      for (const [a, b] of this.links(q)) this.line(pen, [down(a), down(b)], this.colour("--ink"), this.width(0.05, b));
      pen.globalAlpha = 1;
    }

    path(pen, path) {
      const at = (k) => [path.points[3 * k], path.points[3 * k + 1], path.points[3 * k + 2]];
      const count = path.points.length / 3;
      let from = 0;
      for (let k = 1; k <= count; k++) {
        if (k < count && path.bad[k] === path.bad[from]) continue;
        const part = [];
        for (let i = from; i <= Math.min(k, count - 1); i++) part.push(at(i));
        this.line(pen, part, this.colour(path.bad[from] ? "--bad" : path.colour), path.bad[from] ? 4 : 2, path.dash);
        from = k;
      }
    }

    width(share, p) { return Math.max(3, share * this.size * 0.35 * this.project(p)[2]); }

    // straight pieces from the base to the tool
    links(q) {
      const { poses, tool } = place(this.robot, q), found = [];
      this.robot.joints.forEach((joint, i) => {
        const from = joint.parent < 0 ? this.robot.base.p : poses[joint.parent].p;
        found.push([from, poses[i].p, 1]);
      });
      const hand = this.robot.tool.body < 0 ? this.robot.base.p : poses[this.robot.tool.body].p;
      found.push([hand, tool.p, 0.45]);
      return found;
    }

    // farther parts first: limbs with an edge and a highlight, joints as discs
    arm(pen, q, dark, light) {
      const { poses, tool } = place(this.robot, q), parts = [];
      const near = (p) => this.camera(p)[2];
      for (const [a, b, thick] of this.links(q)) parts.push([0.5 * (near(a) + near(b)), () => this.limb(pen, a, b, thick, dark, light)]);
      poses.forEach((pose, i) => { if (this.robot.joints[i].coordinate >= 0) parts.push([near(pose.p) + 1e-6, () => this.disc(pen, pose.p, dark, light)]); });
      parts.sort((a, b) => a[0] - b[0]).forEach((part) => part[1]());
      const axis = 0.055 * this.size;
      ["--bad", "--good", "--one"].forEach((name, i) => {
        this.line(pen, [tool.p, plus(tool.p, [0, 1, 2].map((j) => axis * tool.R[j][i]))], this.colour(name), 2.5);
      });
    }

    limb(pen, a, b, thick, dark, light) {
      const width = thick * this.width(0.085, b);
      this.line(pen, [a, b], dark, width);
      const alpha = pen.globalAlpha;
      pen.globalAlpha = 0.5 * alpha; this.line(pen, [a, b], light, 0.34 * width); pen.globalAlpha = alpha;
    }

    disc(pen, p, dark, light) {
      const [x, y] = this.project(p), r = 0.62 * this.width(0.085, p);
      pen.beginPath(); pen.arc(x, y, r, 0, 7); pen.fillStyle = light; pen.fill();
      pen.lineWidth = Math.max(1.5, 0.22 * r); pen.strokeStyle = dark; pen.stroke();
    }
  }
  return { View, place };
})();
