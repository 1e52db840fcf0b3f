// SPDX-License-Identifier: Apache-2.0
// Of a browser's document as much as the drawing needs: elements that remember what was said to them. Follows the page's own modules.

class Element {
  constructor(name) {
    Object.assign(this, {name, attributes: {}, style: {}, dataset: {}, children: [], textContent: "", className: ""});
  }
  get tagName() { return this.name; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  appendChild(child) { this.children.push(child); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  addEventListener() {}
}

globalThis.document = {createElement: name => new Element(name), createElementNS: (space, name) => new Element(name)};

/** What can be seen of a topology of which nothing is known yet. */
function drawn(topology, open) {
  const parent = new Element("section");
  const drawing = new Drawing(parent, topology, {});
  if (open) {
    drawing.plan.boxes.slice(0, open).forEach(box => drawing.open.add(box.key));
    drawing.draw();
  }
  drawing.paint({links: topology.links.map(() => ({latest: 0, at: null, origin: 0})), hosts: topology.nodes.map(() => ({at: null})), knowledge: () => "unknown", host: () => "unknown",
    chosen: null});
  const root = parent.children[0];
  const boxes = drawing.plan.boxes.map(box => ({rack: box.rack, hosts: box.hosts, x: box.x, y: box.y, width: box.width, height: box.height}));
  const cables = drawing.plan.cables.map(cable => ({low: cable.low, high: cable.high, points: cable.points}));
  return {viewBox: root.attributes.viewBox.split(" ").map(Number), boxes, cables,
    switches: [...drawing.plan.switches].map(([node, place]) => ({node, x: place.x, y: place.y, width: place.width})),
    hosts: [...drawing.plan.hosts].map(([node, place]) => ({node, x: place.x, y: place.y})),
    texts: root.children.filter(one => one.name === "text").map(one => ({text: one.textContent, type: one.attributes.class || "", x: Number(one.attributes.x),
      y: Number(one.attributes.y), middle: one.attributes["text-anchor"] === "middle"}))};
}
