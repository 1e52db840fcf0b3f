"use strict";
// Follows the controller's view by long polls and shows it. State is soft, as the controller's: whatever fails is asked for anew.

const state = {topology: null, epoch: 0, version: 0, late: 2000, unknown: 3000, links: [], hosts: [], enforcement: true, heard: 0,
  controller: "", knowledge: null};
state.knowledge = at => at === null ? "unknown" : age(at) >= state.unknown ? "unknown" : age(at) >= state.late ? "late" : "fresh";
const byId = id => document.getElementById(id);
let paint = () => {};

function age(at) { return performance.now() - at; }

async function get(path) {
  const response = await fetch(path, {headers: {Accept: "application/json"}, cache: "no-store"});
  if (!response.ok) throw new Error((await response.json()).error || response.status);
  return response.json();
}

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
      show();
    } catch (error) {
      state.error = error.message;
      state.version = 0;
      show();
      await new Promise(done => setTimeout(done, 1000));
    }
    await new Promise(done => setTimeout(done, 400)); // people read no faster
  }
}

function begin(topology) {
  state.topology = topology;
  state.version = 0;
  state.links = topology.links.map(() => ({latest: 0, smoothed: 0, at: null, origin: 0}));
  state.hosts = topology.nodes.map(() => ({at: null, busy: 0, reads: 0, writes: 0, memory: 0}));
  byId("name").textContent = topology.name;
  paint = draw(byId("drawing"), topology, attachTip);
}

function take(view) {
  const now = performance.now();
  const time = micros => micros < 0 ? null : now - micros / 1000;
  if (view.since === 0) begin(state.topology);
  view.links.index.forEach((link, i) => state.links[link] = {
    latest: view.links.latest[i], smoothed: view.links.smoothed[i], at: time(view.links.age_micros[i]), origin: view.links.origin[i]});
  view.hosts.index.forEach((host, i) => state.hosts[host] = {
    at: time(view.hosts.age_micros[i]), busy: view.hosts.disk_busy_per_mille[i] / 1000, reads: view.hosts.disk_reads[i],
    writes: view.hosts.disk_writes[i], memory: view.hosts.memory_available[i]});
  Object.assign(state, {version: view.version, epoch: view.epoch, late: view.late_after_millis, unknown: view.unknown_after_millis,
    enforcement: view.enforcement, controller: view.controller});
}

function show() {
  facts();
  if (!state.topology) return;
  paint(state);
  if (!byId("table").hidden) table();
}

function facts() {
  const silent = state.topology ? state.topology.nodes.filter((node, i) => node.rack && state.knowledge(state.hosts[i].at) !== "fresh") : [];
  const all = state.topology ? state.topology.nodes.filter(node => node.rack).length : 0;
  const gone = state.heard === 0 || age(state.heard) > 7000 || state.error;
  const list = [
    ["view", "#" + state.version, false], ["epoch", state.epoch ? new Date(state.epoch).toLocaleString() : "none", false],
    ["agents", `${all - silent.length} of ${all}`, silent.length > 0],
    ["enforcement", state.enforcement ? "allowed" : "off", !state.enforcement]];
  byId("facts").replaceChildren(...list.map(([name, value, bad]) => {
    const pair = document.createElement("div"), term = document.createElement("dt"), text = document.createElement("dd");
    term.textContent = name;
    text.textContent = value;
    if (bad) text.className = "bad";
    pair.append(term, text);
    return pair;
  }));
  const names = silent.slice(0, 12).map(node => node.name).join(", ") + (silent.length > 12 ? " and " + (silent.length - 12) + " more" : "");
  const notices = [];
  if (gone && state.error) notices.push("The controller does not answer: " + state.error + ". What is shown ages.");
  if (!state.enforcement) notices.push("Enforcement is off: every decision is stock's until somebody runs 'fairlead enforcement on'.");
  if (silent.length && !gone) notices.push(`Not heard of: ${names}.`);
  byId("notice").textContent = notices.join(" ");
  byId("notice").hidden = notices.length === 0;
}

function cell(row, text, type) {
  const td = document.createElement("td");
  td.textContent = text;
  if (type) td.className = type;
  row.append(td);
  return td;
}

function tableOf(heads, rows) {
  const element = document.createElement("table"), head = document.createElement("tr");
  for (const [text, type] of heads) {
    const th = document.createElement("th");
    th.textContent = text;
    th.scope = "col";
    if (type) th.className = type;
    head.append(th);
  }
  const thead = document.createElement("thead"), body = document.createElement("tbody");
  thead.append(head);
  body.append(...rows);
  element.append(thead, body);
  return element;
}

function table() {
  const names = state.topology.nodes;
  const rows = state.topology.links.map((link, i) => ({link, now: state.links[i], share: state.links[i].latest / link.bytes_per_second}));
  rows.sort((a, b) => (b.now.at !== null) - (a.now.at !== null) || b.share - a.share);
  byId("table").replaceChildren(tableOf(
    [["link"], ["load"], ["", "number"], ["now", "number"], ["smoothed", "number"], ["capacity", "number"], ["age", "number"], ["state"], ["from"]],
    rows.slice(0, 1000).map(({link, now, share}) => {
      const row = document.createElement("tr"), known = state.knowledge(now.at);
      cell(row, names[link.from].name + " → " + names[link.to].name);
      const bar = document.createElement("span"), fill = document.createElement("i");
      bar.className = "bar";
      fill.style.width = Math.min(100, 100 * share) + "%";
      fill.style.background = loadColour(share);
      bar.append(fill);
      cell(row, "").append(bar);
      cell(row, (100 * share).toFixed(0) + " %", "number");
      cell(row, rateText(now.latest), "number");
      cell(row, rateText(now.smoothed), "number");
      cell(row, rateText(link.bytes_per_second), "number");
      cell(row, now.at === null ? "never" : (age(now.at) / 1000).toFixed(1) + " s", "number");
      cell(row, known);
      cell(row, ["nobody", "estimate", "host", "switch"][now.origin]);
      return row;
    })));
}

async function decisions() {
  if (byId("decisions").hidden) return;
  try {
    const last = await get("v1/decisions?last=50");
    const heads = [["time"], ["kind"], ["what"], ["chosen"], ["stock"], ["mode"], ["because"]];
    byId("decisions").replaceChildren(last.length ? tableOf(heads, last.map(decision => {
      const row = document.createElement("tr");
      cell(row, new Date(decision.time_millis).toLocaleTimeString());
      cell(row, decision.kind.toLowerCase());
      cell(row, decision.subject.length > 48 ? "…" + decision.subject.slice(-47) : decision.subject).title = decision.subject;
      cell(row, decision.chosen.length ? decision.chosen.join(" → ") : "left to stock");
      cell(row, decision.stock.join(" → "));
      cell(row, decision.mode + (decision.enforced ? "" : " (not carried out)"));
      cell(row, decision.reason, "wide");
      return row;
    })) : document.createTextNode("No decisions have been told yet."));
  } catch (error) {
    byId("decisions").textContent = error.message;
  }
}

function attachTip(element, kind, index, name) {
  const tell = event => {
    const tip = byId("tip"), title = document.createElement("b");
    title.textContent = name;
    tip.replaceChildren(title, kind === "link" ? linkText(index) : hostText(index));
    tip.hidden = false;
    const box = element.getBoundingClientRect();
    const x = event.clientX || box.x + box.width / 2, y = event.clientY || box.y + box.height / 2;
    tip.style.left = Math.min(x + 14, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(y + 14, innerHeight - tip.offsetHeight - 8) + "px";
  };
  for (const event of ["mousemove", "focus"]) element.addEventListener(event, tell);
  for (const event of ["mouseleave", "blur"]) element.addEventListener(event, () => byId("tip").hidden = true);
}

function ageText(at) { return at === null ? "never heard of" : (age(at) / 1000).toFixed(1) + " s ago, " + KNOWLEDGE[state.knowledge(at)]; }

function linkText(index) {
  const link = state.topology.links[index], now = state.links[index];
  return `${rateText(now.latest)} of ${rateText(link.bytes_per_second)} (${(100 * now.latest / link.bytes_per_second).toFixed(0)} %)\n`
    + `smoothed ${rateText(now.smoothed)}\n${ORIGINS[now.origin]}\n${ageText(now.at)}`;
}

function hostText(index) {
  const host = state.hosts[index];
  return `rack ${state.topology.nodes[index].rack}\n${ageText(host.at)}\ndisks ${(100 * host.busy).toFixed(0)} % busy,`
    + ` reading ${(host.reads / 1e6).toFixed(1)} MB/s, writing ${(host.writes / 1e6).toFixed(1)} MB/s\n`
    + `${(host.memory / 2 ** 30).toFixed(1)} GiB of memory available`;
}

const forms = ["drawing", "table", "decisions"];
function choose(form) {
  for (const one of forms) {
    byId(one).hidden = one !== form;
    byId("as-" + one).setAttribute("aria-pressed", one === form);
  }
  history.replaceState(null, "", "#" + form);
  if (state.topology && form === "table") table();
  decisions();
}
for (const form of forms) byId("as-" + form).addEventListener("click", () => choose(form));
choose(forms.includes(location.hash.slice(1)) ? location.hash.slice(1) : "drawing");
setInterval(show, 1000);
setInterval(decisions, 2000);
follow();
