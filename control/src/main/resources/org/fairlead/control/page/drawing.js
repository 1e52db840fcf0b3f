// SPDX-License-Identifier: Apache-2.0
// Draws the network once for each topology and choice of open racks; then only colours, widths and fills change.

import {layout} from "./layout.js";
import {html, loadColour, short, svg} from "./words.js";

/** Cables up to which each can be reached by the keyboard here; the table has all. */
const MOST_STOPS = 60;

export class Drawing {
  /** on: {link(index), host(index), tip(element, kind, index), gone()} */
  constructor(parent, topology, on) {
    Object.assign(this, {parent, topology, on, open: new Set()});
    this.ports = topology.nodes.map(() => ({out: [], in: []}));
    topology.links.forEach((link, i) => {
      this.ports[link.from].out.push(i);
      this.ports[link.to].in.push(i);
    });
    this.draw();
  }

  draw() {
    const plan = this.plan = layout(this.topology, this.open);
    const root = this.root = svg("svg", {viewBox: `-6 0 ${plan.width + 12} ${plan.height}`, role: "group",
      "aria-label": "the network and its load; the table of links has the same figures"});
    root.style.maxWidth = plan.width * 1.3 + "px";
    root.style.minWidth = Math.min(plan.width, 4000) * (this.open.size ? .75 : .62) + "px";
    this.lanes = [];
    this.dots = new Map();
    this.bars = [];
    plan.stems.forEach(points => svg("polyline", {class: "stem", points: points.map(point => point.join()).join(" ")}, root));
    plan.boxes.forEach(box => svg("rect", {class: "rack", x: box.x, y: box.y, width: box.width, height: box.height, rx: 9}, root));
    const stops = 2 * plan.cables.length <= MOST_STOPS;
    plan.cables.forEach(cable => this.cable(cable, stops));
    plan.switches.forEach((place, node) => this.node(place, node));
    plan.boxes.forEach(box => box.open ? this.names(box) : this.tile(box));
    plan.hosts.forEach((place, host) => this.host(place, host));
    this.listen();
    this.parent.replaceChildren(root);
    if (!plan.cabled) html("p", `Of ${plan.boxes.length} racks each is a tile, without cables; the table of links has the switches'.`, "soft", this.parent);
  }

  cable(cable, stops) {
    const wide = this.plan.small ? 3.4 : 1.9;
    for (const [link, side] of [[cable.up, 1], [cable.down, -1]]) {
      if (link < 0) continue;
      const points = beside(cable.points, side * wide).map(point => point.map(one => one.toFixed(1)).join()).join(" ");
      const line = svg("polyline", {class: "link unknown", points}, this.root);
      const hit = svg("polyline", {class: "hit", points, "data-link": link}, this.root);
      this.lanes.push({link, line, hit});
      hit.style.strokeWidth = 2 * wide + 2 + "px";
      if (stops) this.button(hit, "link " + this.name(link));
    }
  }

  button(element, label) {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", label);
  }

  name(link) { return this.topology.nodes[this.topology.links[link].from].name + " to " + this.topology.nodes[this.topology.links[link].to].name; }

  node(place, node) {
    const name = this.topology.nodes[node].name, narrow = place.width < 34;
    svg("rect", {class: "switch", x: place.x - place.width / 2, y: place.y - 13, width: place.width, height: 26, rx: 6}, this.root);
    const text = svg("text", {class: narrow ? "middle" : this.plan.small ? "" : "large", x: place.x, y: place.y + 4.5, "text-anchor": "middle"}, this.root);
    text.textContent = short(name, Math.max(4, Math.floor((place.width - 6) / (narrow ? 6.8 : 7))));
    svg("title", {}, text).textContent = name;
  }

  names(box) {
    const small = this.plan.small;
    const text = svg("text", {class: small ? "small" : "middle", x: box.x + 9, y: small ? box.y + box.height - 8 : box.y + 16}, this.root);
    text.textContent = (small ? "" : "− ") + short(box.rack, Math.floor(box.width / 8));
    if (!this.plan.small) this.fold(box, text, true);
  }

  /** Opens a closed rack, or closes an open one. */
  fold(box, element, open) {
    element.setAttribute("data-box", box.key);
    element.setAttribute("aria-expanded", open);
    this.button(element, `rack ${box.rack}, ${box.hosts.length} hosts`);
  }

  /** A closed rack: on the left what its hosts send, on the right what they receive; filled to the mean, coloured by the busiest. */
  tile(box) {
    const middle = box.x + box.width / 2;
    const text = svg("text", {class: "middle", x: middle, y: box.y + 14, "text-anchor": "middle"}, this.root);
    text.textContent = short(box.rack, box.width > 40 ? 7 : 4);
    for (const [side, way] of [[-9.5, "out"], [1.5, "in"]]) {
      svg("rect", {class: "well", x: middle + side, y: box.y + 22, width: 8, height: 46, rx: 2}, this.root);
      const fill = svg("rect", {class: "fill", x: middle + side, y: box.y + 68, width: 8, height: 0, rx: 2}, this.root);
      this.bars.push({fill, bottom: box.y + 68, height: 46, links: box.hosts.flatMap(host => this.ports[host][way])});
    }
    const count = svg("text", {class: "middle", x: middle, y: box.y + 84, "text-anchor": "middle"}, this.root);
    this.bars.push({count, hosts: box.hosts});
    const hit = svg("rect", {class: "hit box", x: box.x, y: box.y, width: box.width, height: box.height, rx: 9}, this.root);
    this.fold(box, hit, false);
  }

  host(place, host) {
    const name = this.topology.nodes[host].name;
    if (!place.lines) {
      for (const [side, way] of [[-8.5, "out"], [.5, "in"]]) {
        svg("rect", {class: "well", x: place.x + side, y: place.y - 14, width: 8, height: 28, rx: 2}, this.root);
        const fill = svg("rect", {class: "fill", x: place.x + side, y: place.y + 14, width: 8, height: 0, rx: 2}, this.root);
        this.bars.push({fill, bottom: place.y + 14, height: 28, links: this.ports[host][way]});
      }
    }
    const shape = place.lines ? svg("circle", {class: "host", cx: place.x, cy: place.y, r: 9, "data-host": host}, this.root)
      : svg("rect", {class: "host frame", x: place.x - 11, y: place.y - 16, width: 22, height: 32, rx: 4, "data-host": host}, this.root);
    this.dots.set(host, shape);
    this.mark(place, host);
    const text = svg("text", {x: place.x, y: place.y + (place.lines ? 25 : 29), "text-anchor": "middle"}, this.root);
    text.textContent = short(name, Math.floor(place.room / 6.6));
  }

  /** What a host's colour says is also said by a sign. */
  mark(place, host) {
    const sign = svg("text", {class: "sign", x: place.x, y: place.y + 4.5, "text-anchor": "middle"}, this.root);
    this.dots.get(host).sign = sign;
  }

  listen() {
    const of = target => target.closest("[data-link],[data-host],[data-box]");
    const show = event => {
      const target = of(event.target);
      if (!target) return this.on.gone();
      const kind = Object.keys(target.dataset)[0];
      this.on.tip(target, kind, kind === "box" ? this.plan.boxes.find(box => box.key === target.dataset.box) : Number(target.dataset[kind]), event);
    };
    const act = event => {
      const target = of(event.target);
      if (!target || event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (target.dataset.link) this.on.link(Number(target.dataset.link));
      if (target.dataset.host) this.on.host(Number(target.dataset.host));
      if (target.dataset.box) this.toggle(target.dataset.box);
    };
    this.root.addEventListener("mousemove", show);
    this.root.addEventListener("focusin", show);
    this.root.addEventListener("mouseleave", () => this.on.gone());
    this.root.addEventListener("focusout", () => this.on.gone());
    this.root.addEventListener("click", act);
    this.root.addEventListener("keydown", act);
  }

  toggle(key) {
    if (!this.open.delete(key)) this.open.add(key);
    this.draw();
    if (this.state) this.paint(this.state);
    const again = [...this.root.querySelectorAll("[data-box]")].find(element => element.dataset.box === key);
    if (again) again.focus({preventScroll: true});
    this.on.gone();
  }

  paint(state) {
    this.state = state;
    const share = link => state.links[link].latest / this.topology.links[link].bytes_per_second;
    const most = this.plan.small ? 5.6 : 3.4, many = this.lanes.length > 200;
    for (const {link, line, hit} of this.lanes) {
      const known = state.knowledge(state.links[link].at), fresh = known === "fresh";
      line.setAttribute("class", "link " + known + (fresh && state.links[link].origin === 1 ? " estimated" : ""));
      hit.setAttribute("class", state.chosen === link ? "hit chosen" : "hit");
      line.style.stroke = fresh ? loadColour(share(link)) : "";
      line.style.opacity = many ? (fresh ? .1 + .9 * Math.min(1, share(link)) ** 2 : .3) : ""; // of many, the busy ones stand out
      line.style.strokeWidth = (fresh ? most * (.3 + .7 * Math.min(1, share(link))) : most * .4).toFixed(1) + "px";
    }
    for (const bar of this.bars) {
      if (bar.count) this.count(bar, state);
      else this.fill(bar, state, share);
    }
    this.dots.forEach((dot, host) => {
      const known = state.host(host);
      dot.setAttribute("class", (dot.tagName === "rect" ? "host frame " : "host ") + known);
      dot.sign.textContent = known === "late" ? "…" : known === "unknown" ? "?" : "";
    });
  }

  fill(bar, state, share) {
    const fresh = bar.links.filter(link => state.knowledge(state.links[link].at) === "fresh").map(share);
    const mean = fresh.length ? Math.min(1, fresh.reduce((a, b) => a + b, 0) / fresh.length) : 0;
    const height = fresh.length ? Math.max(1.5, mean * bar.height) : 0;
    bar.fill.setAttribute("y", (bar.bottom - height).toFixed(1));
    bar.fill.setAttribute("height", height.toFixed(1));
    bar.fill.style.fill = loadColour(Math.max(0, ...fresh));
  }

  count(bar, state) {
    const silent = bar.hosts.filter(host => state.host(host) === "late" || state.host(host) === "unknown").length;
    bar.count.textContent = silent ? silent + " ?" : bar.hosts.length;
    bar.count.setAttribute("class", silent ? "middle bad" : "middle");
  }
}

/** The same way, aside. */
function beside(points, distance) {
  const normals = points.slice(1).map(([x, y], i) => {
    const dx = x - points[i][0], dy = y - points[i][1], length = Math.hypot(dx, dy) || 1;
    return [-dy / length * distance, dx / length * distance];
  });
  return points.map(([x, y], i) => {
    const before = normals[Math.max(0, i - 1)], after = normals[Math.min(normals.length - 1, i)];
    return [x + (before[0] + after[0]) / 2, y + (before[1] + after[1]) / 2];
  });
}
