// SPDX-License-Identifier: Apache-2.0
// How figures are said: rates, amounts, ages, and what is known of them.

export const KNOWLEDGE = {fresh: "measured", late: "late: counts as full", unknown: "unknown"};
export const ORIGINS = ["nobody measures it", "estimated from the hosts beyond it", "counted by its host", "counted by a switch"];

export function rateText(bytesPerSecond) {
  const bits = bytesPerSecond * 8;
  if (bits < 500) return "0";
  if (bits >= 1e9) return (bits / 1e9).toFixed(bits >= 1e10 ? 0 : 1) + " Gbit/s";
  if (bits >= 1e6) return (bits / 1e6).toFixed(bits >= 1e7 ? 0 : 1) + " Mbit/s";
  return (bits / 1e3).toFixed(0) + " kbit/s";
}

export function bytesText(bytes) {
  if (bytes >= 1e12) return (bytes / 1e12).toFixed(1) + " TB";
  if (bytes >= 1e9) return (bytes / 1e9).toFixed(1) + " GB";
  if (bytes >= 1e6) return (bytes / 1e6).toFixed(1) + " MB";
  return (bytes / 1e3).toFixed(0) + " kB";
}

export function percent(share) { return (100 * share).toFixed(0) + " %"; }

export function secondsText(millis) { return (millis / 1000).toFixed(1) + " s"; }

export function linkName(topology, link) { return topology.nodes[link.from].name + " → " + topology.nodes[link.to].name; }

export function short(name, most) { return name.length > most ? name.slice(0, most - 1) + "…" : name; }

/** The first names of a list, and how many more there are. */
export function some(names, most) {
  return names.slice(0, most).join(", ") + (names.length > most ? ` and ${names.length - most} more` : "");
}

/** A colour of the scale, mixed by the browser so that both schemes use their own. */
export function loadColour(share) {
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

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.appendChild(element);
  return element;
}

/** An element with text: whatever came over the wire is set as text. */
export function html(name, text, type, parent) {
  const element = document.createElement(name);
  if (text !== "") element.textContent = text;
  if (type) element.className = type;
  if (parent) parent.append(element);
  return element;
}
