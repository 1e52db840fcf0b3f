// SPDX-License-Identifier: Apache-2.0
// Where everything stands. Hosts are at the bottom in boxes, one for each rack at each switch; a switch stands in the layer that the
// controller tells, above those that it joins. A cable that passes a layer keeps to the column of its lower end, so no cable
// leads through a node. Pure: a topology in, places out.

const SWITCH_HEIGHT = 26;
/** Hosts up to which each is drawn with its name. */
const MOST_NAMED = 60;
/** Racks up to which cables are drawn. */
const MOST_CABLED = 150;
const TILES_IN_ROW = 40;

export function layout(topology, expanded) {
  const net = structure(topology);
  const plan = {small: net.hosts <= MOST_NAMED, cabled: net.boxes.length <= MOST_CABLED, boxes: net.boxes, switches: new Map(),
    hosts: new Map(), cables: [], stems: [], width: 0, height: 0};
  for (const box of plan.boxes) shape(box, plan, expanded);
  if (!plan.cabled) return tiles(plan);
  columns(net, plan);
  const rows = layers(net, plan);
  boxes(plan, rows);
  cables(net, plan, rows);
  return plan;
}

/** Neighbours, boxes and layers. */
function structure(topology) {
  const layer = topology.layers.length ? topology.layers : topology.nodes.map(node => node.rack ? 0 : 1);
  const near = topology.nodes.map(() => new Set());
  const at = new Map(), boxes = new Map();
  topology.links.forEach(link => {
    near[link.from].add(link.to);
    near[link.to].add(link.from);
    if (topology.nodes[link.from].rack && !at.has(link.from)) at.set(link.from, link.to);
  });
  topology.nodes.forEach((node, i) => {
    if (!node.rack) return;
    const owner = at.has(i) ? at.get(i) : -1, key = owner + "/" + node.rack;
    if (!boxes.has(key)) boxes.set(key, {key, owner, rack: node.rack, hosts: []});
    boxes.get(key).hosts.push(i);
  });
  const switches = topology.nodes.map((node, i) => i).filter(i => !topology.nodes[i].rack);
  return {topology, layer, near, boxes: [...boxes.values()], switches, hosts: at.size, top: Math.max(1, ...layer)};
}

/** A box is open (its hosts have names) or closed (one tile for all). */
function shape(box, plan, expanded) {
  const count = box.hosts.length;
  box.open = plan.small || expanded.has(box.key);
  if (!box.open) {
    Object.assign(box, {width: plan.boxes.length > 24 ? 32 : 46, height: 92});
    return;
  }
  box.perRow = Math.min(count, plan.small ? 6 : 5);
  box.lines = plan.small && count <= 6;
  box.pitch = plan.small ? 54 : 50;
  box.width = Math.max(box.perRow * box.pitch + 10, 64);
  box.rows = Math.ceil(count / box.perRow);
  box.height = box.lines ? 114 : 34 + box.rows * 56;
}

/** From left to right: what hangs below a switch lies together. */
function columns(net, plan) {
  const seen = new Set(), order = [];
  const visit = node => {
    if (seen.has(node)) return;
    seen.add(node);
    const below = [...net.near[node]].filter(other => net.layer[other] > 0 && net.layer[other] < net.layer[node]).sort((a, b) => a - b);
    below.forEach(visit);
    const own = plan.boxes.filter(box => box.owner === node);
    if (own.length) order.push({node, boxes: own});
    else if (below.length === 0) order.push({node, boxes: []});
  };
  [...net.switches].sort((a, b) => net.layer[b] - net.layer[a] || a - b).forEach(visit);
  plan.boxes.filter(box => box.owner < 0).forEach(box => order.push({node: -1, boxes: [box]}));
  const gap = plan.small ? 8 : 3;
  let x = 0;
  for (const column of order) {
    const start = x;
    for (const box of column.boxes) {
      box.x = x;
      x += box.width + gap;
    }
    if (column.boxes.length === 0) x += 60;
    if (net.layer[column.node] === 1) plan.switches.set(column.node, {x: (start + x - gap) / 2});
    x += plan.small ? 16 : 2;
  }
  plan.width = Math.max(x, 480);
  const left = (plan.width - x) / 2;
  plan.boxes.forEach(box => box.x += left);
  plan.switches.forEach(place => place.x += left);
}

/** Places of the switches of each layer; returns the height at which each layer lies. */
function layers(net, plan) {
  for (const node of net.switches) {
    const up = [...net.near[node]].filter(other => net.layer[other] > net.layer[node]).length;
    const down = [...net.near[node]].filter(other => net.layer[other] > 0 && net.layer[other] < net.layer[node]).length;
    const name = net.topology.nodes[node].name, lane = plan.small ? 14 : 8;
    const label = (plan.small || net.layer[node] > 1 ? Math.max(38, (plan.small ? 7.4 : 9) * Math.min(name.length, 16) + 18) : 31);
    const place = plan.switches.get(node) || {x: plan.width / 2};
    plan.switches.set(node, Object.assign(place, {width: plan.small || net.layer[node] > 1 ? Math.max(label, Math.min(320, lane * Math.max(up, down) + 10)) : label}));
  }
  for (let level = 2; level <= net.top; level++) {
    const here = net.switches.filter(node => net.layer[node] === level);
    const items = here.map(node => ({node, wish: wish(net, plan, node), half: plan.switches.get(node).width / 2 + 16, weight: 1}));
    const least = Math.min(plan.width / (here.length + 1), 150) / 2;
    items.forEach(item => item.half = Math.max(item.half, least));
    for (const x of passing(net, plan, level)) items.push({wish: x, half: 14, weight: 1000});
    spread(items).forEach(item => { if (item.node !== undefined) plan.switches.get(item.node).x = item.x; });
  }
  const left = Math.min(0, ...[...plan.switches.values()].map(place => place.x - place.width / 2 - 4));
  const right = Math.max(plan.width, ...[...plan.switches.values()].map(place => place.x + place.width / 2 + 4));
  plan.switches.forEach(place => place.x -= left);
  plan.boxes.forEach(box => box.x -= left);
  plan.width = right - left;
  const gap = net.top === 1 ? 0 : Math.max(84, Math.min(190, 50 + plan.width / (net.top > 2 ? 13 : 9)));
  const rows = Array.from({length: net.top + 1}, (nothing, level) => 30 + (net.top - level) * gap);
  if (net.top === 1) rows[1] = 62; // room for what joins neighbours
  plan.switches.forEach((place, node) => place.y = rows[net.layer[node]]);
  return rows;
}

/** Above the middle of what it joins below. */
function wish(net, plan, node) {
  const xs = [...net.near[node]].filter(other => net.layer[other] > 0 && net.layer[other] < net.layer[node]).map(other => plan.switches.get(other).x);
  return xs.length ? (Math.min(...xs) + Math.max(...xs)) / 2 : plan.width / 2;
}

/** Columns of what is joined to a layer above this one from below it. */
function passing(net, plan, level) {
  const xs = plan.boxes.filter(box => box.owner >= 0 && net.layer[box.owner] > level).map(box => box.x + box.width / 2);
  for (const node of net.switches) {
    if (net.layer[node] < level && [...net.near[node]].some(other => net.layer[other] > level)) xs.push(plan.switches.get(node).x);
  }
  return xs;
}

/** As near to the wishes as room allows, in their order: neighbours that would overlap move together. */
function spread(items) {
  items.sort((a, b) => a.wish - b.wish || (a.node || 0) - (b.node || 0));
  const blocks = [];
  for (const item of items) {
    let block = {items: [item], sum: item.weight * item.wish, weight: item.weight, length: 0};
    item.offset = 0;
    while (blocks.length) {
      const before = blocks[blocks.length - 1];
      const room = before.items[before.items.length - 1].half + block.items[0].half;
      if (before.sum / before.weight + before.length + room <= block.sum / block.weight) break;
      blocks.pop();
      const shift = before.length + room;
      block.items.forEach(one => one.offset += shift);
      block = {items: before.items.concat(block.items), sum: before.sum + block.sum - shift * block.weight,
        weight: before.weight + block.weight, length: shift + block.length};
    }
    blocks.push(block);
  }
  blocks.forEach(block => block.items.forEach(item => item.x = block.sum / block.weight + item.offset));
  return items;
}

function boxes(plan, rows) {
  const open = Math.max(0, ...plan.boxes.map(box => box.height));
  for (const box of plan.boxes) {
    box.y = rows[1] + (plan.small ? 0 : 22);
    hosts(box, plan);
    const owner = plan.switches.get(box.owner);
    if (owner && !box.lines) {
      const x = box.x + box.width / 2;
      const turn = owner.y < rows[1] ? [[owner.x, owner.y + SWITCH_HEIGHT / 2], [x, rows[1] - 16]] : [[x, rows[1]]];
      plan.stems.push([...turn, [x, box.y]]);
    }
  }
  plan.height = rows[1] + (plan.small ? 0 : 22) + open + 8;
}

function hosts(box, plan) {
  if (!box.open) return;
  box.hosts.forEach((host, i) => {
    const row = Math.floor(i / box.perRow), inRow = Math.min(box.perRow, box.hosts.length - row * box.perRow);
    plan.hosts.set(host, {
      x: box.x + box.width / 2 + (i % box.perRow - (inRow - 1) / 2) * box.pitch,
      y: box.y + (box.lines ? 64 : (plan.small ? 28 : 42) + row * 56), lines: box.lines, room: box.pitch});
  });
}

/** Cables as lines of points from the lower end to the upper, each end at a port of its own. */
function cables(net, plan, rows) {
  const found = new Map();
  net.topology.links.forEach((link, i) => {
    const low = net.layer[link.from] <= net.layer[link.to] ? link.from : link.to, high = low === link.from ? link.to : link.from;
    const key = Math.min(low, high) + "/" + Math.max(low, high);
    if (!found.has(key)) found.set(key, {low, high, up: -1, down: -1, points: []});
    const cable = found.get(key);
    cable[link.from === cable.low ? "up" : "down"] = i;
  });
  for (const cable of found.values()) {
    const host = plan.hosts.get(cable.low), from = host || plan.switches.get(cable.low), to = plan.switches.get(cable.high);
    if (!from || !to || host && !host.lines) continue;
    const levels = [net.layer[cable.low], net.layer[cable.high]];
    cable.points.push([from.x, from.y - (host ? 8 : SWITCH_HEIGHT / 2)]);
    if (levels[0] === levels[1]) {
      cable.points.push([from.x, from.y - 36], [to.x, to.y - 36], [to.x, to.y - SWITCH_HEIGHT / 2]);
    } else {
      for (let level = levels[0] + 1; level < levels[1]; level++) cable.points.push([from.x, rows[level] + 18], [from.x, rows[level] - 18]);
      cable.points.push([to.x, to.y + SWITCH_HEIGHT / 2]);
      plan.cables.push(cable);
      continue;
    }
    plan.cables.push({...cable, beside: true});
  }
  for (const [node, place] of plan.switches) {
    ports(plan.cables.filter(cable => cable.high === node && !cable.beside), place, cable => cable.points.length - 1, -1);
    ports(plan.cables.filter(cable => cable.low === node && !cable.beside), place, () => 0, 1);
  }
}

function ports(some, place, end, step) {
  const next = cable => cable.points[end(cable) + step][0];
  some.sort((a, b) => next(a) - next(b));
  const room = Math.min(place.width - 12, (some.length - 1) * 22);
  some.forEach((cable, i) => cable.points[end(cable)][0] = place.x + (some.length < 2 ? 0 : (i / (some.length - 1) - .5) * room));
}

/** Too many racks for cables: tiles in rows. */
function tiles(plan) {
  let x = 0, y = 8, tallest = 0;
  for (const box of plan.boxes) {
    if (x + box.width > TILES_IN_ROW * 38) {
      y += tallest + 10;
      x = 0;
      tallest = 0;
    }
    Object.assign(box, {x, y});
    hosts(box, plan);
    x += box.width + 8;
    plan.width = Math.max(plan.width, x);
    tallest = Math.max(tallest, box.height);
  }
  plan.height = y + tallest + 8;
  return plan;
}
