"use strict";
// Where switches, racks and hosts stand, and how loaded links look. Everything that came over the wire is set as text.

const SVG = "http://www.w3.org/2000/svg";
const KNOWLEDGE = {fresh: "measured", late: "late: counts as full", unknown: "unknown"};
const ORIGINS = ["nobody measures it", "estimated from the hosts beyond it", "counted by its host", "counted by a switch"];

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.appendChild(element);
  return element;
}

function rateText(bytesPerSecond) {
  const bits = bytesPerSecond * 8;
  if (bits >= 1e9) return (bits / 1e9).toFixed(bits >= 1e10 ? 0 : 1) + " Gbit/s";
  if (bits >= 1e6) return (bits / 1e6).toFixed(bits >= 1e7 ? 0 : 1) + " Mbit/s";
  return (bits / 1e3).toFixed(0) + " kbit/s";
}

// A colour of the scale, mixed by the browser so that both schemes use their own.
function loadColour(share) {
  const stops = [[0, "--load-0"], [.5, "--load-1"], [.8, "--load-2"], [1, "--load-3"]];
  const at = Math.max(0, Math.min(1, share));
  for (let i = 1; i < stops.length; i++) {
    if (at <= stops[i][0]) {
      const part = Math.round(100 * (at - stops[i - 1][0]) / (stops[i][0] - stops[i - 1][0]));
      return `color-mix(in oklab, var(${stops[i][1]}) ${part}%, var(${stops[i - 1][1]}))`;
    }
  }
  return "var(--load-3)";
}

// Levels: switches next to hosts are 1, above them 2, and so on.
function levelsOf(topology) {
  const level = topology.nodes.map(node => node.rack ? 0 : Infinity);
  for (let changed = true; changed;) {
    changed = false;
    for (const link of topology.links) {
      if (level[link.from] + 1 < level[link.to]) {
        level[link.to] = level[link.from] + 1;
        changed = true;
      }
    }
  }
  return level.map(one => one === Infinity ? 1 : one);
}

// Racks in a row (or several, when there are many); hosts beneath their rack's switch; roots above.
function layout(topology) {
  const level = levelsOf(topology);
  const racks = new Map();
  topology.nodes.forEach((node, i) => {
    if (node.rack) (racks.get(node.rack) || racks.set(node.rack, []).get(node.rack)).push(i);
  });
  const top = Math.max(...level);
  const hostCount = topology.nodes.filter(node => node.rack).length;
  const largest = Math.max(...[...racks.values()].map(hosts => hosts.length));
  const named = hostCount <= 48; // beyond, a host is a tile of two halves: what it sends, what it receives
  const perRow = Math.min(largest, named ? 8 : 4);
  const pitch = named ? 58 : 21, gap = named ? 22 : 12;
  const rackWidth = named ? Math.max(perRow * pitch, 96) + 20 : perRow * pitch + 16;
  const columns = Math.min(racks.size, Math.max(4, Math.floor(1900 / (rackWidth + gap))));
  const rows = Math.ceil(racks.size / columns);
  const width = Math.max(columns * (rackWidth + gap) - gap, 520);
  const upper = Math.max(0, top - 1), rowPitch = named ? 76 : 21;
  const hostRows = Math.ceil(largest / perRow);
  const rackHeight = (named ? 66 : 48) + hostRows * rowPitch;
  const first = 30 + upper * 110;
  const places = new Map(), boxes = [];
  let index = 0;
  for (const [name, hosts] of racks) {
    const row = Math.floor(index / columns), inRow = Math.min(columns, racks.size - row * columns);
    const start = (width - (inRow * (rackWidth + gap) - gap)) / 2;
    const x = start + (index % columns) * (rackWidth + gap), y = first + row * (rackHeight + 46);
    boxes.push({name, x, y, width: rackWidth, height: rackHeight});
    const used = Math.min(perRow, hosts.length);
    hosts.forEach((host, i) => places.set(host, {
      x: x + rackWidth / 2 + ((i % perRow) - (used - 1) / 2) * pitch,
      y: y + (named ? 96 : 55) + Math.floor(i / perRow) * rowPitch
    }));
    for (const link of topology.links) {
      if (hosts.includes(link.from) && !places.has(link.to)) places.set(link.to, {x: x + rackWidth / 2, y: y + 22});
    }
    index++;
  }
  for (let l = 2; l <= top; l++) {
    const those = topology.nodes.map((node, i) => i).filter(i => level[i] === l && !places.has(i));
    those.forEach((node, i) => places.set(node, {x: width * (i + 1) / (those.length + 1), y: first - 20 - (l - 1) * 88}));
  }
  topology.nodes.forEach((node, i) => { if (!places.has(i)) places.set(i, {x: width / 2, y: 20}); });
  return {width, height: first + rows * (rackHeight + 46) - 30, places, boxes, level, named};
}

function linkName(topology, link) { return topology.nodes[link.from].name + "->" + topology.nodes[link.to].name; }

function drawLine(root, topology, plan, tip, link, i) {
  const from = plan.places.get(link.from), to = plan.places.get(link.to);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const trunk = plan.level[link.from] > 0 && plan.level[link.to] > 0;
  const aside = trunk ? 4.5 : 3.4; // the two directions of a cable, side by side
  const dx = -(to.y - from.y) / length * aside, dy = (to.x - from.x) / length * aside;
  const ends = {x1: from.x + dx, y1: from.y + dy, x2: to.x + dx, y2: to.y + dy};
  const line = svg("line", {class: "link unknown", ...ends, "stroke-width": trunk ? 5 : 3.6}, root);
  const hit = svg("line", {class: "hit", ...ends}, root);
  if (trunk) hit.setAttribute("tabindex", "0");
  tip(hit, "link", i, linkName(topology, link));
  return line;
}

// Half a tile: on the left what the host sends, on the right what it receives.
function drawHalf(root, topology, plan, tip, link, i) {
  const sends = plan.level[link.from] === 0, at = plan.places.get(sends ? link.from : link.to);
  const tile = svg("rect", {class: "tile unknown", x: at.x + (sends ? -8.5 : .5), y: at.y - 8, width: 8, height: 16, rx: 2}, root);
  tip(tile, "link", i, linkName(topology, link));
  return tile;
}

// Draws once; returns a function that colours the links by a view.
function draw(parent, topology, tip) {
  const plan = layout(topology);
  const root = svg("svg", {viewBox: `-4 0 ${plan.width + 8} ${plan.height}`, role: "img", "aria-label": "the network and its load"});
  root.style.maxWidth = plan.width * 1.25 + "px";
  root.style.margin = "0 auto";
  const lines = new Array(topology.links.length);
  const trunk = link => plan.level[link.from] > 0 && plan.level[link.to] > 0;
  topology.links.forEach((link, i) => { if (trunk(link)) lines[i] = drawLine(root, topology, plan, tip, link, i); });
  for (const box of plan.boxes) {
    svg("rect", {class: "rack", x: box.x, y: box.y, width: box.width, height: box.height, rx: 10}, root);
    svg("text", {class: "small", x: box.x + 9, y: box.y + 16}, root).textContent = plan.named ? box.name : "";
  }
  topology.links.forEach((link, i) => {
    if (!trunk(link)) lines[i] = (plan.named ? drawLine : drawHalf)(root, topology, plan, tip, link, i);
  });
  const hosts = new Map();
  topology.nodes.forEach((node, i) => {
    const at = plan.places.get(i);
    if (!node.rack) {
      const half = Math.max(22, 4.2 * node.name.length + 9);
      svg("rect", {class: "switch", x: at.x - half, y: at.y - 13, width: 2 * half, height: 26, rx: 6}, root);
      svg("text", {x: at.x, y: at.y + 4, "text-anchor": "middle"}, root).textContent = node.name;
    } else if (plan.named) {
      const dot = svg("circle", {class: "host", cx: at.x, cy: at.y, r: 9}, root);
      hosts.set(i, dot);
      tip(dot, "host", i, node.name);
      const short = node.name.length > 9 ? node.name.slice(0, 8) + "…" : node.name;
      svg("text", {x: at.x, y: at.y + 24, "text-anchor": "middle"}, root).textContent = short;
    }
  });
  parent.replaceChildren(root);
  return state => {
    lines.forEach((line, i) => {
      const known = state.knowledge(state.links[i].at), share = state.links[i].latest / topology.links[i].bytes_per_second;
      const tile = line.tagName === "rect";
      line.setAttribute("class", (tile ? "tile " : "link ") + known);
      line.style[tile ? "fill" : "stroke"] = known === "fresh" ? loadColour(share) : "";
      line.style.strokeDasharray = known === "fresh" && state.links[i].origin === 1 ? "9 3" : "";
    });
    hosts.forEach((dot, i) => dot.setAttribute("class", "host " + state.knowledge(state.hosts[i].at)));
  };
}
