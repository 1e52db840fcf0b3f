// SPDX-License-Identifier: Apache-2.0
// Follows the controller's view by long polls and shows it. State is soft, as the controller's: whatever fails is asked for anew.

import {chart, MOST_LINES} from "./chart.js";
import {Drawing} from "./drawing.js";
import {applications, decisions, disks, links, shownHosts, nearLinks} from "./tables.js";
import {bytesText, html, KNOWLEDGE, linkName, ORIGINS, percent, rateText, secondsText, some} from "./words.js";

const FORMS = ["drawing", "links", "disks", "applications", "decisions"];
const SAMPLES = 150;
const BY_A_SWITCH = 3;
const state = {topology: null, epoch: 0, version: 0, late: 1500, unknown: 3000, links: [], hosts: [], enforcement: true, heard: 0, controller: "",
  error: null, own: null, past: {links: new Map(), hosts: new Map(), message: null}, chosen: null, chosenHost: null, form: "drawing", decisions: []};
state.age = at => performance.now() - at;
// A host without an agent is none to worry about as long as switches count its links.
state.host = host => {
  const at = state.hosts[host].at, links = drawing ? [...drawing.ports[host].in, ...drawing.ports[host].out] : [];
  const counted = links.length && links.every(link => state.links[link].origin === BY_A_SWITCH && state.knowledge(state.links[link].at) === "fresh");
  return at === null && counted ? "without" : state.knowledge(at);
};
state.knowledge = at => at === null || state.age(at) >= state.unknown ? "unknown" : state.age(at) >= state.late ? "late" : "fresh";
// What of a link's load is ours at most: null where nobody knows. It is whole when the NameNode's part is in it.
state.ours = link => {
  if (!state.own || !state.own.storage_known && !state.own.applications.length) return null;
  const one = state.own.byLink.get(link) || {storage: 0, applications: 0};
  return {...one, whole: state.own.storage_known, most: Math.min(state.links[link].latest, one.storage + one.applications)};
};
const byId = id => document.getElementById(id);
let drawing = null;

async function get(path) {
  const response = await fetch(path, {headers: {Accept: "application/json"}, cache: "no-store"});
  if (!response.ok) {
    const refused = await response.json().catch(() => ({}));
    throw new Error(refused.error || "HTTP " + response.status);
  }
  return response.json();
}

const pause = millis => new Promise(done => setTimeout(done, millis));

async function follow() {
  for (;;) {
    try {
      const view = await get(`v1/view?after=${state.version}&epoch=${state.epoch || 1}&wait=5`);
      if (!state.topology || state.topology.id !== view.topology_id) {
        begin(await get("v1/topology"));
        if (view.since !== 0 || view.topology_id !== state.topology.id) continue;
      }
      take(view);
      state.heard = performance.now();
      state.error = null;
    } catch (error) {
      state.error = error.message;
      state.version = 0;
      await pause(1000);
    }
    show();
    await pause(400); // people read no faster
  }
}

/** History and what is ours, every two seconds: no oftener is it kept. */
async function look() {
  for (;;) {
    if (state.topology && !document.hidden) {
      try {
        await lookOnce();
      } catch (error) {
        state.past.error = error.message; // said by follow() when the controller is gone
      }
    }
    await pause(2000);
  }
}

async function lookOnce() {
  const own = await get("v1/own");
  if (own.topology_id === state.topology.id) {
    own.byLink = new Map(own.links.index.map((link, i) => [link, {storage: own.links.storage[i], applications: own.links.applications[i]}]));
    state.own = own;
  }
  const host = state.chosenHost;
  const these = host !== null ? [...drawing.ports[host].out, ...drawing.ports[host].in] : state.chosen !== null ? [state.chosen] : [];
  const rows = state.form === "links" ? nearLinks(state) : [];
  const hosts = [...(host !== null ? [host] : []), ...(state.form === "disks" ? shownHosts(state) : [])];
  const past = await get(`v1/history?busiest=${MOST_LINES}&links=${[...new Set([...these, ...rows])].slice(0, 256)}&hosts=${[...new Set(hosts)].slice(0, 256)}`);
  if (past.topology_id === state.topology.id) {
    state.past = {message: past, links: new Map(past.links.map(one => [one.index, one])), hosts: new Map(past.hosts.map(one => [one.index, one.disk_busy]))};
  }
  if (state.form === "decisions") state.decisions = await get("v1/decisions?last=50");
  show();
}

function begin(topology) {
  state.topology = topology;
  Object.assign(state, {version: 0, own: null, chosen: null, chosenHost: null, past: {links: new Map(), hosts: new Map(), message: null}});
  state.links = topology.links.map(() => ({latest: 0, smoothed: 0, committed: 0, at: null, origin: 0}));
  state.hosts = topology.nodes.map(() => ({at: null, busy: 0, reads: 0, writes: 0, memory: 0}));
  byId("name").textContent = topology.name;
  document.title = "Fairlead: " + topology.name;
  drawing = new Drawing(byId("drawing"), topology, {link: chooseLink, host: chooseHost, tip, gone: () => byId("tip").hidden = true});
}

function take(view) {
  const now = performance.now();
  const time = micros => micros < 0 ? null : now - micros / 1000;
  view.links.index.forEach((link, i) => state.links[link] = {latest: view.links.latest[i], smoothed: view.links.smoothed[i],
    committed: view.links.committed[i], at: time(view.links.age_micros[i]), origin: view.links.origin[i]});
  view.hosts.index.forEach((host, i) => state.hosts[host] = {
    at: time(view.hosts.age_micros[i]), busy: view.hosts.disk_busy_per_mille[i] / 1000, reads: view.hosts.disk_reads[i],
    writes: view.hosts.disk_writes[i], memory: view.hosts.memory_available[i]});
  Object.assign(state, {version: view.version, epoch: view.epoch, late: view.late_after_millis, unknown: view.unknown_after_millis,
    enforcement: view.enforcement, controller: view.controller});
}

function show() {
  status();
  if (!state.topology) return;
  if (state.form === "drawing") drawing.paint(state);
  if (state.form === "links") links(byId("links"), state, chooseLink, lookOnce);
  if (state.form === "disks") disks(byId("disks"), state, chooseHost, lookOnce);
  if (state.form === "applications") applications(byId("applications"), state);
  if (state.form === "decisions") decisions(byId("decisions"), state.decisions);
  minutes();
}

/** Hosts by how recently they were heard of. */
function agents() {
  const all = {fresh: [], late: [], unknown: [], never: [], without: []};
  (state.topology ? state.topology.nodes : []).forEach((node, i) => {
    if (!node.rack) return;
    const known = state.host(i);
    all[known === "unknown" && state.hosts[i].at === null ? "never" : known].push(node.name);
  });
  return all;
}

function status() {
  const hosts = agents(), gone = state.error || state.heard && state.age(state.heard) > 7000;
  const counts = `${hosts.fresh.length} fresh, ${hosts.late.length} late, ${hosts.unknown.length + hosts.never.length} unknown`
    + (hosts.without.length ? `, ${hosts.without.length} hosts without` : "");
  const list = [["enforcement", state.enforcement ? "on" : "off", !state.enforcement], ["agents", counts, hosts.late.length + hosts.unknown.length + hosts.never.length > 0],
    ["controller", state.controller || "none", gone], ["epoch", state.epoch ? `${state.epoch} (since ${new Date(state.epoch).toLocaleString()})` : "none", false],
    ["view", "#" + state.version, false]];
  byId("facts").replaceChildren(...list.map(([name, value, bad]) => {
    const pair = document.createElement("div");
    html("dt", name, "", pair);
    html("dd", value, bad ? "bad" : "", pair);
    return pair;
  }));
  const wrong = faults(hosts, gone), key = wrong.join("\n");
  if (byId("wrong").dataset.key !== key) { // a reader of the screen hears changes, not every second
    byId("wrong").dataset.key = key;
    byId("wrong").replaceChildren(...wrong.map(text => html("li", text)));
    byId("wrong").hidden = wrong.length === 0;
  }
}

/** What is wrong, worst first. */
function faults(hosts, gone) {
  const wrong = [], many = names => names.length === 1 ? "1 host" : names.length + " hosts";
  if (gone) wrong.push(`The controller does not answer${state.error ? ": " + state.error : ""}. What is shown ages.`);
  if (!state.enforcement) wrong.push("Enforcement is off: stock decides until somebody runs “fairlead enforcement on”.");
  if (gone) return wrong;
  if (hosts.unknown.length) wrong.push(`${many(hosts.unknown)} silent: ${some(hosts.unknown, 12)}. What is not measured is not chosen.`);
  if (hosts.never.length) wrong.push(`${many(hosts.never)} never heard of: ${some(hosts.never, 12)}. Is an agent running there?`);
  if (hosts.late.length) wrong.push(`${many(hosts.late)} late: ${some(hosts.late, 12)}. Their links count as full.`);
  if (state.topology && state.version) {
    const nobody = state.topology.links.filter((link, i) => state.links[i].origin === 0 && !state.topology.nodes[link.from].rack && !state.topology.nodes[link.to].rack);
    if (nobody.length) {
      wrong.push(`${nobody.length} link${nobody.length === 1 ? "" : "s"} between switches measured by nobody: ${some(nobody.map(link => linkName(state.topology, link)), 4)}.`);
    }
  }
  return wrong;
}

/** The chart of the last minutes: what was chosen, or the busiest links. */
function minutes() {
  const past = state.past.message, shown = state.form === "drawing" || state.form === "links" || state.form === "disks";
  byId("minutes").hidden = !shown;
  if (!shown || !past) return;
  const chosen = state.chosen !== null || state.chosenHost !== null;
  byId("busiest").hidden = !chosen;
  const line = link => ({name: linkName(state.topology, state.topology.links[link]), values: state.past.links.get(link).load, ours: state.past.links.get(link).ours});
  const some = of => of.filter(link => state.past.links.has(link)).map(line);
  let lines, title;
  if (state.chosenHost !== null) {
    const node = state.topology.nodes[state.chosenHost], ports = drawing.ports[state.chosenHost];
    lines = [...(state.past.hosts.has(state.chosenHost) ? [{name: "disks busy", values: state.past.hosts.get(state.chosenHost)}] : []),
      ...some(ports.out), ...some(ports.in)];
    title = "Host " + node.name;
  } else if (state.chosen !== null) {
    lines = some([state.chosen]);
    title = "Link " + linkName(state.topology, state.topology.links[state.chosen]);
  } else if (state.form === "disks" && past.per_link) {
    lines = [...state.past.hosts].slice(0, MOST_LINES).map(([host, values]) => ({name: state.topology.nodes[host].name, values}));
    title = "The busiest disks now";
  } else if (past.per_link) {
    lines = [...state.past.links.keys()].slice(0, MOST_LINES).map(line);
    title = past.busiest ? "The busiest links of these minutes" : "The busiest links now";
  } else {
    lines = past.layers.slice(0, MOST_LINES).map(one => ({name: `busiest, layer ${one.from} → ${one.to}`, values: one.most}));
    title = "The busiest link of each layer (the network is too large to keep single links)";
  }
  byId("title").textContent = title;
  chart(byId("chart"), lines, past.step_millis, SAMPLES);
  byId("shares").textContent = state.chosen === null ? "" : shares(state.chosen);
}

/** Measured, ours, background, reserved: in words. */
function shares(link) {
  const now = state.links[link], ours = state.ours(link), capacity = state.topology.links[link].bytes_per_second;
  if (state.knowledge(now.at) === "unknown") return "Nothing is known of it at the moment.";
  const parts = [`Measured ${rateText(now.latest)} of ${rateText(capacity)} (${percent(now.latest / capacity)})`];
  if (ours === null) parts.push("what of it is ours, nobody here knows");
  else if (ours.whole) {
    parts.push(`ours, filled in the chart, at most ${rateText(ours.most)} (NameNode ${rateText(ours.storage)}, applications ${rateText(ours.applications)})`,
      `background at least ${rateText(Math.max(0, now.latest - ours.most))}`);
  } else parts.push(`applications' part, filled in the chart, at most ${rateText(ours.most)}`, "the NameNode's part is not known here, so neither is the background");
  parts.push(`reserved on top ${rateText(now.committed)}`);
  return parts.join("; ") + ".";
}

function tip(element, kind, what, event) {
  const box = byId("tip"), place = element.getBoundingClientRect();
  const said = {link: linkText, host: hostText, box: boxText}[kind](what);
  box.replaceChildren(html("b", said[0]), said.slice(1).join("\n"));
  box.hidden = false;
  const x = event.clientX || place.x + place.width / 2, y = event.clientY || place.y + place.height / 2;
  box.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.offsetWidth - 8)) + "px";
  box.style.top = Math.max(4, Math.min(y + 14, innerHeight - box.offsetHeight - 8)) + "px";
}

function ageText(at) { return at === null ? "never heard of" : `${secondsText(state.age(at))} ago, ${KNOWLEDGE[state.knowledge(at)]}`; }

function linkText(link) {
  return [linkName(state.topology, state.topology.links[link]), shares(link), ORIGINS[state.links[link].origin], ageText(state.links[link].at)];
}

function hostText(host) {
  const now = state.hosts[host], name = state.topology.nodes[host].name, rack = `rack ${state.topology.nodes[host].rack}`;
  if (state.host(host) === "without") return [name, rack, "no agent; its links are counted by switches"];
  return [name, rack, ageText(now.at),
    `disks ${percent(now.busy)} busy, reading ${bytesText(now.reads)}/s, writing ${bytesText(now.writes)}/s`,
    `${(now.memory / 2 ** 30).toFixed(1)} GiB of memory available`];
}

function boxText(box) {
  const silent = box.hosts.filter(host => state.host(host) === "late" || state.host(host) === "unknown").map(host => state.topology.nodes[host].name);
  return [`rack ${box.rack}`, `${box.hosts.length} hosts${silent.length ? "; not heard of: " + some(silent, 6) : ""}`,
    "left: what they send, right: what they receive", "filled to the mean, coloured by the busiest", box.open ? "press to close" : "press to open"];
}

function chooseLink(link) {
  state.chosen = state.chosen === link ? null : link;
  state.chosenHost = null;
  lookOnce().catch(() => {});
}

function chooseHost(host) {
  state.chosenHost = state.chosenHost === host ? null : host;
  state.chosen = null;
  lookOnce().catch(() => {});
}

function choose(form) {
  state.form = form;
  for (const one of FORMS) {
    byId(one).hidden = one !== form;
    byId("as-" + one).setAttribute("aria-pressed", one === form);
  }
  history.replaceState(null, "", "#" + form);
  show();
  if (state.topology) lookOnce().catch(() => {});
}

for (const form of FORMS) byId("as-" + form).addEventListener("click", () => choose(form));
byId("busiest").addEventListener("click", () => {
  state.chosen = state.chosenHost = null;
  lookOnce().catch(() => {});
});
addEventListener("keydown", event => { if (event.key === "Escape") byId("tip").hidden = true; });
choose(FORMS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "drawing");
setInterval(show, 1000);
follow();
look();
