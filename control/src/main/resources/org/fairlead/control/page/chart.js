// SPDX-License-Identifier: Apache-2.0
// Charts of the last minutes, and spark-lines. Samples are per mille; -1 was not measured and leaves a gap.

import {html, svg} from "./words.js";

const WIDEST = 1240, NARROWEST = 520, HEIGHT = 200, LEFT = 48, RIGHT = 180, TOP = 10, BOTTOM = 24;
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "4 4"];
/** Lines that can still be told apart. */
export const MOST_LINES = 5;

/** Parts of a line between gaps, as SVG path data. x and y turn a sample's place and value into coordinates. */
function path(values, x, y) {
  let text = "", pen = false;
  values.forEach((value, i) => {
    if (value < 0) pen = false;
    else {
      text += `${pen ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}${pen || values[i + 1] >= 0 ? "" : "h1"}`;
      pen = true;
    }
  });
  return text;
}

function area(values, x, y) {
  let text = "", start = -1;
  for (let i = 0; i <= values.length; i++) {
    const known = i < values.length && values[i] >= 0;
    if (known && start < 0) start = i;
    if (!known && start >= 0) {
      text += `M${x(start).toFixed(1)} ${y(0)}` + values.slice(start, i).map((value, k) => `L${x(start + k).toFixed(1)} ${y(value).toFixed(1)}`).join("")
        + `L${x(i - 1).toFixed(1)} ${y(0)}Z`;
      start = -1;
    }
  }
  return text;
}

/** A small chart of one row: what was measured, and beneath it what was ours. */
export function spark(load, ours) {
  const root = svg("svg", {class: "spark", viewBox: "0 0 150 22", "aria-hidden": "true"});
  const x = i => 149 - (load.length - 1 - i) * (148 / 149), y = value => 21 - 20 * Math.min(1000, value) / 1000;
  if (ours && ours.some(value => value >= 0)) svg("path", {class: "ours", d: area(ours, x, y)}, root);
  svg("path", {class: "measured", d: path(load, x, y)}, root);
  return root;
}

/**
 * Lines over time with their names at their ends. Each of lines: {name, values, ours?}; what is ours is filled when there is one line.
 */
export function chart(parent, lines, stepMillis, samples) {
  const width = Math.max(NARROWEST, Math.min(WIDEST, parent.clientWidth));
  const root = svg("svg", {class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label":
    lines.map(line => `${line.name} now ${now(line.values)}`).join("; ") || "nothing measured yet"});
  const right = width - RIGHT, low = HEIGHT - BOTTOM;
  const y = value => low - (low - TOP) * Math.min(1050, value) / 1050;
  const step = (right - LEFT) / (samples - 1);
  for (const value of [0, 250, 500, 750, 1000]) {
    svg("line", {class: value === 1000 ? "capacity" : "grid", x1: LEFT, x2: right, y1: y(value), y2: y(value)}, root);
    svg("text", {class: "small", x: LEFT - 6, y: y(value) + 3.5, "text-anchor": "end"}, root).textContent = value / 10 + " %";
  }
  const minutes = samples * stepMillis / 60000;
  for (let minute = 0; minute <= minutes; minute++) {
    const x = right - minute * 60000 / stepMillis * step;
    if (x < LEFT) break;
    if (width < 800 && minute % 2 === 1) continue;
    svg("line", {class: "grid", x1: x, x2: x, y1: low, y2: low + 4}, root);
    svg("text", {class: "small", x, y: low + 16, "text-anchor": "middle"}, root).textContent = minute === 0 ? "now" : `−${minute} min`;
  }
  const ends = [];
  lines.slice(0, MOST_LINES).forEach((line, i) => {
    const x = k => right - (line.values.length - 1 - k) * step;
    if (lines.length === 1 && line.ours && line.ours.some(value => value >= 0)) svg("path", {class: "ours", d: area(line.ours, x, y)}, root);
    svg("path", {class: "line line-" + i, d: path(line.values, x, y), "stroke-dasharray": DASHES[i]}, root);
    const last = line.values.length ? line.values[line.values.length - 1] : -1;
    ends.push({y: y(Math.max(0, last)), i, text: `${line.name}  ${now(line.values)}`});
  });
  label(root, ends, right, low);
  parent.replaceChildren(root);
  if (lines.length === 0) html("p", "Nothing has been measured yet.", "soft", parent);
}

/** Names beside the ends of their lines, none over another. */
function label(root, ends, right, low) {
  ends.sort((a, b) => a.y - b.y);
  ends.forEach((end, k) => end.y = Math.max(end.y, k ? ends[k - 1].y + 15 : TOP + 4));
  for (let k = ends.length - 1, floor = low; k >= 0; k--, floor -= 15) ends[k].y = Math.min(ends[k].y, floor);
  for (const end of ends) {
    svg("line", {class: "line line-" + end.i, x1: right + 6, x2: right + 26, y1: end.y, y2: end.y, "stroke-dasharray": DASHES[end.i]}, root);
    svg("text", {x: right + 31, y: end.y + 4}, root).textContent = end.text;
  }
}

function now(values) {
  const last = values.length ? values[values.length - 1] : -1;
  return last < 0 ? "unknown" : (last / 10).toFixed(0) + " %";
}
