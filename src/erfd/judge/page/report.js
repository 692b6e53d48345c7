"use strict";
// The page: tables, listing and plots from the data, and the one cursor that links them all.
const data = JSON.parse(document.getElementById("data").textContent);
const id = (name) => document.getElementById(name);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const numbers = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const t = numbers(data.t), end = t[t.length - 1];

function element(tag, text, options = {}, ...inside) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [key, value] of Object.entries(options)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

// a cell is [text, class], or [text, class, small print]
function cell(given) {
  const made = element("td", given[0], { class: given[1] });
  if (given[2]) made.append(element("br"), element("small", given[2]));
  return made;
}

function table(where, heads, rows) {
  const made = element("table"), body = element("tbody");
  made.append(element("thead", null, {}, element("tr", null, {}, ...heads.map(([text, kind]) => element("th", text, { class: kind, scope: "col" })))));
  for (const row of rows) {
    const line = element("tr", null, row.t === undefined ? {} : { "data-t": row.t, tabindex: 0 });
    line.append(...row.cells.map(cell));
    if (row.parts) line.children[row.parts_at].append(bar(row.parts));
    if (row.t !== undefined) {
      const go = () => { mark_row(line); seek(row.t, row.line); if (row.group) choose(row.group); };
      line.addEventListener("click", go);
      line.addEventListener("keydown", (e) => { if (e.key === "Enter") go(); });
    }
    body.append(line);
  }
  made.append(body);
  where.replaceChildren(made);
}

function mark_row(line) {
  for (const old of document.querySelectorAll("tr.now")) old.classList.remove("now");
  line.classList.add("now");
}

// what a torque is made of: shares of all parts' sizes
const SHADES = ["#4878a8", "#e09f3e", "#6a994e", "#9c6ade", "#bc4749", "#5fa8a0", "#8d8d8d"];
function bar(parts) {
  const whole = parts.reduce((sum, part) => sum + Math.abs(part[1]), 0) || 1, made = element("div", null, { class: "parts" });
  parts.forEach(([cause, value, text], k) => made.append(element("i", null, {
    style: `width:${(100 * Math.abs(value)) / whole}%;background:${SHADES[k % SHADES.length]}`, title: `${cause} ${text}`,
  })));
  return made;
}

function list(texts) { return element("ul", null, {}, ...texts.map((text) => element("li", text))); }

function fill() {
  id("title").textContent = data.title;
  id("status").textContent = data.status;
  id("status").className = data.status.replace(" ", "_");
  id("reason").textContent = data.reason;
  if (data.facts) id("facts").append(...data.facts.map(([what, value, level]) => element("li", null, { class: level }, element("b", value), element("span", what))));
  data.program.forEach((line, k) => {
    const made = element("li", line.text || " ", { class: line.level, "data-t": line.t, value: k + 1 });
    if (line.t !== undefined) made.addEventListener("click", () => seek(line.t, k + 1));
    id("program").append(made);
  });
  id("program-section").hidden = !data.program.length;
  if (!data.program.length && id("replay-section").nextElementSibling === id("program-section")) id("replay-section").classList.add("wide");
  table(id("violations"), data.violation_heads, data.violations);
  id("violations-section").hidden = !data.violations.length;
  table(id("moves"), data.move_heads, data.moves);
  if (data.limits) table(id("limits"), data.limit_heads, data.limits);
  if (data.unknown.length) id("unknown").append(element("p", "Not checked, because nobody stated it:"), list(data.unknown));
  for (const [name, value] of data.assumptions) id("assumptions").append(element("dt", name), element("dd", value));
}

// --- plots: one diagram a subject of the chosen group --------------------------------------------

let plots = [], group = 0;

function choose(name) {
  const k = data.groups.findIndex((g) => g.name === name);
  if (k >= 0 && k !== group) { id("which").value = String(k); plot(k); }
}

function line(y, name, shown, extra = {}) {
  return { x: t, y: numbers(y), mode: "lines", name, line: { color: colour(shown), width: 1.7, ...extra } };
}

function traces(series) {
  const made = [], quiet = { hoverinfo: "skip", showlegend: false };
  if (series.lower) {
    made.push({ ...line(series.lower, "limit", "--bad", { width: 1.2, dash: "dot" }), ...quiet });
    made.push({ ...line(series.upper, "limit", "--bad", { width: 1.2, dash: "dot" }), ...quiet, fill: "tonexty", fillcolor: "rgba(40,160,90,0.07)" });
  }
  made.push(line(series.programmed, "programmed", "--one"));
  if (series.achieved) made.push(line(series.achieved, "achieved", "--two", { dash: "dash", width: 1.5 }));
  return made;
}

function plot(k) {
  group = k;
  const place = id("plots"), what = data.groups[k], grid = colour("--line");
  plots.forEach((p) => Plotly.purge(p));
  place.replaceChildren();
  plots = what.series.map((series) => {
    const box = element("div");
    place.append(box);
    const shapes = data.bad.filter((b) => b.group === what.name && b.subject === series.name).map((b) => ({
      type: "rect", xref: "x", yref: "paper", x0: b.start, x1: b.end, y0: 0, y1: 1, fillcolor: colour("--bad"), opacity: 0.22,
      line: { width: b.end > b.start ? 0 : 1.5, color: colour("--bad") },
    }));
    Plotly.newPlot(box, traces(series), {
      title: { text: `<b>${series.name}</b>  ${what.name} in ${series.unit || what.unit}`, font: { size: 13 }, x: 0.005, xanchor: "left", y: 0.97 },
      height: 205, margin: { l: 56, r: 10, t: 28, b: 30 }, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { color: colour("--ink"), size: 11.5 }, hovermode: "x", showlegend: false, shapes,
      xaxis: { ticksuffix: " s", gridcolor: grid, zerolinecolor: grid, range: [t[0], end] },
      yaxis: { gridcolor: grid, zerolinecolor: grid },
    }, { responsive: true, displaylogo: false, displayModeBar: false });
    box.append(element("div", null, { class: "at" }));
    box.on("plotly_click", (e) => seek(e.points[0].x));
    box.on("plotly_afterplot", mark);
    box.on("plotly_relayout", (e) => zoom(box, e));
    return box;
  });
  mark();
}

// all diagrams show the same stretch of time
let zooming = false;
function zoom(from, e) {
  const range = e["xaxis.autorange"] ? [t[0], end] : "xaxis.range[0]" in e ? [e["xaxis.range[0]"], e["xaxis.range[1]"]] : null;
  if (!range || zooming) return;
  zooming = true;
  Promise.all(plots.filter((p) => p !== from).map((p) => Plotly.relayout(p, { "xaxis.range": range }))).then(() => { zooming = false; });
}

// the cursor of a diagram is an element over it, so that moving it draws nothing anew
function mark() {
  for (const box of plots) {
    const made = box.querySelector(".at"), layout = box._fullLayout;
    if (!layout || !layout.xaxis) continue;
    const x = layout.xaxis.d2p(now), inside = x >= 0 && x <= layout._size.w;
    Object.assign(made.style, {
      display: inside ? "block" : "none", left: `${layout._size.l + x}px`, top: `${layout._size.t}px`, height: `${layout._size.h}px`,
    });
  }
}

// --- the cursor ------------------------------------------------------------------------------------

let now = t[0], playing = false, before = 0;
const joints = data.joints.map(numbers), others = data.achieved_joints && data.achieved_joints.map(numbers);
const paths = data.paths.map((p) => ({ ...p, points: Array.from(numbers(p.points)), bad: p.bad.split("").map((c) => c === "1") }));
const some = [...Array(40).keys()].map((k) => joints.map((q) => q[Math.round((k * (t.length - 1)) / 39)]));
const view = new Replay.View(id("replay"), data.robot, paths, some, colour);

function index(x) {
  let a = 0, b = t.length - 1;
  while (b - a > 1) { const m = (a + b) >> 1; if (t[m] <= x) a = m; else b = m; }
  return a;
}

function pose(of, x) {
  const k = index(x), s = t.length > 1 ? Math.min(1, Math.max(0, (x - t[k]) / (t[k + 1] - t[k]))) : 0;
  return of.map((q) => q[k] + s * ((t.length > 1 ? q[k + 1] : q[k]) - q[k]));
}

// at a border of two moves `line` says which is meant
function seek(x, line) {
  now = Math.min(end, Math.max(t[0], x));
  id("time").value = String(now);
  const k = index(now), number = line || data.line_of[k];
  id("now").textContent = `${now.toFixed(3)} s` + (number ? `, line ${number}` : "");
  view.show(pose(joints, now), others && pose(others, now));
  for (const old of document.querySelectorAll("#program li.now")) old.classList.remove("now");
  const row = number && id("program").children[number - 1];
  if (row) {
    row.classList.add("now");
    const box = id("program"), top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30) box.scrollTop = top - box.clientHeight / 2;
  }
  mark();
}

function tick(stamp) {
  if (!playing) return;
  seek(now + (before ? (stamp - before) / 1000 : 0) * Number(id("rate").value));
  before = stamp;
  if (now >= end) play(false); else requestAnimationFrame(tick);
}

function play(on) {
  playing = on; before = 0;
  id("play").textContent = on ? "pause" : "play";
  if (on && now >= end) now = t[0];
  if (on) requestAnimationFrame(tick);
}

fill();
Object.assign(id("time"), { min: t[0], max: end, step: "any" });
id("time").addEventListener("input", (e) => seek(Number(e.target.value)));
id("play").addEventListener("click", () => play(!playing));
data.groups.forEach((g, k) => id("which").append(element("option", `${g.name} in ${g.unit}`, { value: String(k) })));
id("which").addEventListener("change", (e) => plot(Number(e.target.value)));
const again = () => { plot(group); view.draw(); };
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
plot(data.first_group);
id("which").value = String(data.first_group);
seek(data.first_t);
