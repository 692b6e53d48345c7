"use strict";
// The page: tables, listing and plots from the data, and the one cursor that links them all.
const data = JSON.parse(document.getElementById("data").textContent);
const id = (name) => document.getElementById(name);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const numbers = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const t = numbers(data.t);

function element(tag, text, options = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(options)) if (value !== undefined) made.setAttribute(key, value);
  return made;
}

function table(where, heads, rows) {
  const made = element("table"), head = element("tr");
  for (const [text, kind] of heads) head.append(element("th", text, { class: kind, scope: "col" }));
  made.append(element("thead"));
  made.tHead.append(head);
  const body = element("tbody");
  for (const row of rows) {
    const line = element("tr", undefined, row.t === undefined ? {} : { "data-t": row.t, tabindex: 0 });
    for (const cell of row.cells) {
      const made = cell instanceof Node ? cell : element("td", cell[0], { class: cell[1] });
      line.append(made);
    }
    if (row.t !== undefined) {
      const go = () => { seek(row.t); if (row.group) choose(row.group); };
      line.addEventListener("click", go);
      line.addEventListener("keydown", (e) => { if (e.key === "Enter") go(); });
    }
    body.append(line);
  }
  made.append(body);
  where.replaceChildren(made);
}

function level(share) { return share > 1 ? "bad" : share > data.near ? "near" : ""; }

function fill() {
  id("title").textContent = data.title;
  id("status").textContent = data.status;
  id("status").className = data.status.replace(" ", "_");
  id("reason").textContent = data.reason;
  const program = id("program");
  data.program.forEach((line, k) => {
    const made = element("li", line.text || " ", { class: line.level || undefined, "data-t": line.t, value: k + 1 });
    if (line.t !== undefined) made.addEventListener("click", () => seek(line.t));
    program.append(made);
  });
  id("program-section").hidden = !data.program.length;
  table(id("violations"), data.violation_heads, data.violations);
  id("violations-section").hidden = !data.violations.length;
  table(id("moves"), data.move_heads, data.moves);
  if (data.unknown.length) id("unknown").append(element("p", "Not checked, because nobody stated it:"), list(data.unknown));
  for (const [name, value] of data.assumptions) id("assumptions").append(element("dt", name), element("dd", value));
}

function list(texts) {
  const made = element("ul");
  for (const text of texts) made.append(element("li", text));
  return made;
}

// --- plots: one diagram a subject of the chosen group --------------------------------------------

let plots = [], group = 0;

function choose(name) {
  const k = data.groups.findIndex((g) => g.name === name);
  if (k >= 0 && k !== group) { id("which").value = String(k); plot(k); }
}

function plot(k) {
  group = k;
  const place = id("plots"), what = data.groups[k];
  plots.forEach((p) => Plotly.purge(p));
  place.replaceChildren();
  const ink = colour("--ink"), line = colour("--line");
  plots = what.series.map((series) => {
    const box = element("div");
    place.append(box);
    const traces = [];
    if (series.lower) {
      traces.push({ x: t, y: numbers(series.lower), mode: "lines", line: { width: 0 }, hoverinfo: "skip", showlegend: false });
      traces.push({ x: t, y: numbers(series.upper), mode: "lines", line: { width: 0 }, fill: "tonexty", fillcolor: "rgba(128,128,128,0.14)", name: "allowed", hoverinfo: "skip", showlegend: false });
    }
    traces.push({ x: t, y: numbers(series.programmed), mode: "lines", name: "programmed", line: { color: colour("--one"), width: 1.6 } });
    if (series.achieved) traces.push({ x: t, y: numbers(series.achieved), mode: "lines", name: "achieved", line: { color: colour("--two"), width: 1.6, dash: "dash" } });
    const shapes = data.bad.filter((b) => b.group === what.name && b.subject === series.name).map((b) => ({
      type: "rect", xref: "x", yref: "paper", x0: b.start, x1: b.end, y0: 0, y1: 1, fillcolor: colour("--bad"), opacity: 0.18, line: { width: 0 },
    }));
    shapes.push({ type: "line", xref: "x", yref: "paper", x0: 0, x1: 0, y0: 0, y1: 1, line: { color: ink, width: 1 } });
    Plotly.newPlot(box, traces, {
      title: { text: `${series.name}: ${what.name} in ${what.unit}`, font: { size: 14 }, x: 0.01, xanchor: "left" },
      height: 210, margin: { l: 62, r: 12, t: 30, b: 34 }, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { color: ink }, hovermode: "x", showlegend: false, shapes,
      xaxis: { title: { text: "t in s", standoff: 4 }, gridcolor: line, zerolinecolor: line, range: [t[0], t[t.length - 1]] },
      yaxis: { gridcolor: line, zerolinecolor: line },
    }, { responsive: true, displaylogo: false });
    box.on("plotly_click", (e) => seek(e.points[0].x));
    box.on("plotly_relayout", (e) => zoom(box, e));
    return box;
  });
  mark();
}

// all diagrams show the same stretch of time
let zooming = false;
function zoom(from, e) {
  const range = e["xaxis.autorange"] ? [t[0], t[t.length - 1]] : "xaxis.range[0]" in e ? [e["xaxis.range[0]"], e["xaxis.range[1]"]] : null;
  if (!range || zooming) return;
  zooming = true;
  Promise.all(plots.filter((p) => p !== from).map((p) => Plotly.relayout(p, { "xaxis.range": range }))).then(() => { zooming = false; });
}

function mark() {
  for (const box of plots) {
    const k = box.layout.shapes.length - 1;
    Plotly.relayout(box, { [`shapes[${k}].x0`]: now, [`shapes[${k}].x1`]: now });
  }
}

// --- the cursor ------------------------------------------------------------------------------------

let now = t[0], playing = false, before = 0, marked = 0;
const joints = data.joints.map(numbers);
const paths = data.paths.map((p) => ({ ...p, points: Array.from(numbers(p.points)), bad: p.bad.split("").map((c) => c === "1") }));
const view = new Replay.View(id("replay"), data.robot, paths, colour);

function index(x) {
  let a = 0, b = t.length - 1;
  while (b - a > 1) { const m = (a + b) >> 1; if (t[m] <= x) a = m; else b = m; }
  return a;
}

function pose(x) {
  const k = index(x), s = t.length > 1 ? Math.min(1, Math.max(0, (x - t[k]) / (t[k + 1] - t[k]))) : 0;
  return joints.map((q) => q[k] + s * ((t.length > 1 ? q[k + 1] : q[k]) - q[k]));
}

function seek(x, quick = false) {
  now = Math.min(t[t.length - 1], Math.max(t[0], x));
  id("time").value = String(now);
  const k = index(now);
  id("now").textContent = `${now.toFixed(3)} s` + (data.line_of[k] ? `, line ${data.line_of[k]}` : "");
  view.show(pose(now), k);
  for (const old of document.querySelectorAll("#program li.now")) old.classList.remove("now");
  const line = data.line_of[k] && id("program").children[data.line_of[k] - 1];
  if (line) {
    line.classList.add("now");
    const box = id("program");
    if (line.offsetTop < box.scrollTop + box.offsetTop || line.offsetTop > box.scrollTop + box.offsetTop + box.clientHeight - 30) box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 2;
  }
  if (!quick || performance.now() - marked > 120) { marked = performance.now(); mark(); }
}

function tick(stamp) {
  if (!playing) return;
  seek(now + (before ? (stamp - before) / 1000 : 0) * Number(id("rate").value), true);
  before = stamp;
  if (now >= t[t.length - 1]) play(false); else requestAnimationFrame(tick);
}

function play(on) {
  playing = on; before = 0;
  id("play").textContent = on ? "pause" : "play";
  if (on && now >= t[t.length - 1]) now = t[0];
  if (on) requestAnimationFrame(tick); else mark();
}

fill();
Object.assign(id("time"), { min: t[0], max: t[t.length - 1], step: "any" });
id("time").addEventListener("input", (e) => seek(Number(e.target.value), true));
id("time").addEventListener("change", (e) => seek(Number(e.target.value)));
id("play").addEventListener("click", () => play(!playing));
data.groups.forEach((g, k) => id("which").append(element("option", `${g.name} in ${g.unit}`, { value: String(k) })));
id("which").addEventListener("change", (e) => plot(Number(e.target.value)));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { plot(group); view.draw(); });
plot(data.first_group);
id("which").value = String(data.first_group);
seek(data.first_t);
