// SPDX-License-Identifier: Apache-2.0
// Tables of links, disks, applications and decisions; worst first.

import {spark} from "./chart.js";
import {bytesText, html, linkName, loadColour, ORIGINS, percent, rateText, secondsText, short} from "./words.js";

/** Rows at first, and more with each press of the button. */
const ROWS = 40;
const MOST_ROWS = 250;
const wanted = {links: ROWS, disks: ROWS};

function cell(row, text, type) { return html("td", String(text), type, row); }

function table(parent, caption, heads, rows) {
  const element = document.createElement("table"), head = document.createElement("tr");
  html("caption", caption, "", element);
  for (const [text, type, hint] of heads) {
    const th = html("th", text, type, head);
    th.scope = "col";
    if (hint) th.title = hint;
  }
  const thead = document.createElement("thead"), body = document.createElement("tbody");
  thead.append(head);
  body.append(...rows);
  element.append(thead, body);
  replace(parent, element);
}

/** Puts a new table in the old one's place; whoever is on a button stays on it. */
function replace(parent, ...elements) {
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  parent.replaceChildren(...elements);
  const again = focused && [...parent.querySelectorAll("[data-key]")].find(element => element.dataset.key === focused);
  if (again) again.focus({preventScroll: true});
}

function button(parent, text, key, pressed, act) {
  const element = html("button", text, "plain", parent);
  element.type = "button";
  element.dataset.key = key;
  if (pressed !== null) element.setAttribute("aria-pressed", pressed);
  element.addEventListener("click", act);
  return element;
}

function more(parent, form, all, again) {
  const shown = Math.min(wanted[form], all);
  if (shown === all) return;
  const line = html("p", `${shown} of ${all}, worst first. `, "soft", parent);
  if (shown < MOST_ROWS) {
    button(line, "Show more", "more", null, () => {
      wanted[form] = Math.min(MOST_ROWS, wanted[form] + 2 * ROWS);
      again();
    });
  } else {
    line.append(`The rest: /v1/view.`);
  }
}

/** Load with what is ours in it and what is reserved on top. */
function bar(parent, share, ours, reserved) {
  const element = html("span", "", "bar", parent);
  const part = (type, from, width) => {
    const one = html("i", "", type, element);
    one.style.left = Math.min(100, 100 * from) + "%";
    one.style.width = Math.max(0, Math.min(100 - 100 * from, 100 * width)) + "%";
    return one;
  };
  part("", 0, share).style.background = loadColour(share);
  if (ours > 0) part("own", 0, Math.min(ours, share));
  if (reserved > 0) part("reserved", Math.min(1, share), reserved);
}

/** Links worst first; what is not known comes last. */
export function busiest(state) {
  const order = state.topology.links.map((link, i) => i);
  const weight = i => state.knowledge(state.links[i].at) === "unknown" ? -1 : state.links[i].latest / state.topology.links[i].bytes_per_second;
  return order.sort((a, b) => weight(b) - weight(a) || a - b);
}

/** Those in the table, and a few that may soon be. */
export function nearLinks(state) { return busiest(state).slice(0, Math.min(wanted.links + 20, MOST_ROWS)); }

export function links(parent, state, choose, again) {
  const rows = busiest(state).slice(0, wanted.links).map(i => {
    const link = state.topology.links[i], now = state.links[i], known = state.knowledge(now.at), unknown = known === "unknown";
    const row = document.createElement("tr"), share = now.latest / link.bytes_per_second, ours = state.ours(i);
    button(cell(row, ""), linkName(state.topology, link), "link" + i, state.chosen === i, () => choose(i));
    bar(cell(row, ""), unknown ? 0 : share, ours === null ? 0 : ours.most / link.bytes_per_second, now.committed / link.bytes_per_second);
    cell(row, unknown ? "unknown" : percent(share), "number");
    const past = state.past.links.get(i);
    cell(row, "").append(past ? spark(past.load, past.ours) : "");
    cell(row, unknown ? "" : rateText(now.latest), "number");
    const whole = ours !== null && ours.whole;
    cell(row, ours === null ? "not known" : rateText(ours.most) + (whole ? "" : " and the NameNode's"), "number" + (whole ? "" : " soft"));
    cell(row, unknown ? "" : whole ? rateText(Math.max(0, now.latest - ours.most)) : "not known", "number" + (whole ? "" : " soft"));
    cell(row, now.committed ? rateText(now.committed) : "0", "number");
    cell(row, rateText(link.bytes_per_second), "number");
    cell(row, (now.at === null ? "never" : secondsText(state.age(now.at))) + (known === "fresh" ? "" : ", " + known), "number");
    cell(row, ORIGINS[now.origin]);
    return row;
  });
  table(parent, "Links, worst first", [["link"], ["load", "", "filled: measured; hatched: ours; dashed: reserved on top"], ["", "number"], ["last minutes"],
    ["measured", "number"], ["ours, at most", "number", "of what was measured"], ["background, at least", "number", "of what was measured"],
    ["reserved on top", "number", "committed by applications, and seen by no counter yet"], ["capacity", "number"], ["age", "number"], ["counted"]], rows);
  more(parent, "links", state.topology.links.length, again);
}

export function shownHosts(state) {
  const hosts = state.topology.nodes.map((node, i) => i).filter(i => state.topology.nodes[i].rack);
  const weight = i => state.knowledge(state.hosts[i].at) === "fresh" ? state.hosts[i].busy : -1;
  return hosts.sort((a, b) => weight(b) - weight(a) || state.hosts[b].reads + state.hosts[b].writes - state.hosts[a].reads - state.hosts[a].writes || a - b)
    .slice(0, wanted.disks);
}

export function disks(parent, state, choose, again) {
  const rows = shownHosts(state).map(i => {
    const host = state.hosts[i], node = state.topology.nodes[i], row = document.createElement("tr"), known = state.host(i);
    const heard = host.at !== null, past = state.past.hosts.get(i);
    button(cell(row, ""), node.name, "host" + i, state.chosenHost === i, () => choose(i));
    cell(row, short(node.rack, 24));
    bar(cell(row, ""), heard ? host.busy : 0, 0, 0);
    cell(row, heard ? percent(host.busy) : known === "without" ? "" : "unknown", "number");
    cell(row, "").append(past ? spark(past, null) : "");
    cell(row, heard ? bytesText(host.reads) + "/s" : "", "number");
    cell(row, heard ? bytesText(host.writes) + "/s" : "", "number");
    cell(row, heard ? (host.memory / 2 ** 30).toFixed(1) + " GiB" : "", "number");
    cell(row, heard ? secondsText(state.age(host.at)) + " ago" + (known === "fresh" ? "" : ", " + known) : known === "without" ? "no agent" : "never heard of",
      known === "fresh" || known === "without" ? "" : "bad");
    return row;
  });
  table(parent, "Disks of each host, worst first", [["host"], ["rack"], ["busy", "", "mean share of time that its disks were busy"], ["", "number"], ["last minutes"],
    ["reads", "number"], ["writes", "number"], ["memory available", "number"], ["last report"]], rows);
  more(parent, "disks", state.topology.nodes.filter(node => node.rack).length, again);
}

export function applications(parent, state) {
  const own = state.own;
  if (!own || !own.applications.length) {
    const text = own ? "No application has committed anything: none runs with Fairlead's plug-in, or none has tasks under way." : "Not known yet.";
    replace(parent, html("p", text, "soft"));
    return;
  }
  table(parent, "Reservations by application", [["application"], ["tasks not begun", "number"], ["bytes to come", "number"], ["rate reserved", "number"],
    ["flows", "number"], ["age", "number"], ["ends unless renewed in", "number"]],
    own.applications.map(one => {
      const row = document.createElement("tr");
      cell(row, one.name);
      cell(row, one.residual_tasks.toLocaleString("en"), "number");
      cell(row, bytesText(one.bytes), "number");
      cell(row, rateText(one.bytes_per_second), "number");
      cell(row, one.flows, "number");
      cell(row, secondsText(one.age_millis), "number");
      cell(row, secondsText(one.expires_millis), "number");
      return row;
    }));
}

export function decisions(parent, last) {
  if (!last.length) {
    replace(parent, html("p", "No NameNode has sent a decision yet.", "soft"));
    return;
  }
  table(parent, "The last decisions", [["time"], ["kind"], ["what"], ["chosen"], ["stock"], ["mode"], ["because"]], last.map(decision => {
    const row = document.createElement("tr");
    cell(row, new Date(decision.time_millis).toLocaleTimeString());
    cell(row, decision.kind.toLowerCase());
    cell(row, decision.subject === "" ? "–" : decision.subject.length > 48 ? "…" + decision.subject.slice(-47) : decision.subject).title = decision.subject;
    cell(row, decision.chosen.length ? decision.chosen.join(" → ") : "left to stock");
    cell(row, decision.stock.join(" → "));
    cell(row, decision.mode + (decision.enforced ? "" : " (not carried out)"));
    cell(row, decision.reason, "wide");
    return row;
  }));
}
