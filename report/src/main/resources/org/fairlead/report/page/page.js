// SPDX-License-Identifier: Apache-2.0
// What every page uses: elements, amounts as people write them, charts that follow the page's width and colours. Strings from outside
// are set as text or pass through escaped(); nothing else makes markup of them.
const byId = (id) => document.getElementById(id);
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === 'style') made.style.cssText = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function table(head, rows) {
  return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
}
const heading = (words, attributes) => element('th', Object.assign({ scope: 'col' }, attributes), words);
const cell = (content, kind) => element('td', kind ? { class: kind } : {}, content);

const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => '&#' + c.charCodeAt(0) + ';');
const shortened = (text, most) => (text.length > most ? text.slice(0, most - 1) + '…' : text);

function digits(value) {
  const size = Math.abs(value);
  return value.toFixed(size >= 99.95 || value === 0 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3);
}

function scaled(value, unit) {
  const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];
  let step = 0;
  while (Math.abs(value) >= 999.5 && step < prefixes.length - 1) {
    value /= 1000;
    step++;
  }
  return (step === 0 ? Math.round(value) : digits(value)) + ' ' + prefixes[step] + unit;
}

function amount(value, unit) {
  if (unit === 's') return value !== 0 && Math.abs(value) < 0.1 ? digits(value * 1000) + ' ms' : digits(value) + ' s';
  if (unit === 'bytes') return scaled(value, 'B');
  if (unit === 'bytes/s') return scaled(value * 8, 'bit/s');
  if (unit === 'share') return digits(value * 100) + ' %';
  return digits(value) + ' ' + unit;
}

const times = (ratio) => (ratio >= 99.95 ? digits(ratio) : ratio.toFixed(2)) + '×';
const interval = (low, high) => (low === null ? '' : low.toFixed(2) + '–' + high.toFixed(2));
const percent = (share) => Math.round(share * 100) + ' %';
const plural = (n, thing) => n + ' ' + thing + (n === 1 ? '' : 's');

// Charts are drawn again when their width or the colour scheme changes.
const charts = new Map();
function chart(place, label, height, option) {
  const [words, pixels] = [label, height].map((v) => (typeof v === 'function' ? v : () => v));
  const drawn = charts.get(place) || { chart: null };
  if (!charts.has(place)) watcher.observe(place);
  charts.set(place, Object.assign(drawn, { words, pixels, option }));
  draw(place);
}

function draw(place) {
  const drawn = charts.get(place);
  const width = place.clientWidth;
  if (width === 0) return;
  place.style.height = drawn.pixels(width) + 'px';
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', drawn.words());
  if (!drawn.chart) drawn.chart = echarts.init(place, null, { renderer: 'canvas' });
  drawn.chart.resize();
  drawn.chart.setOption(Object.assign({
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: color('--ink') },
  }, drawn.option(width)), true);
  drawn.width = width;
}

// Also when a closed part of the page opens, or the page's scroll bar appears.
const watcher = new ResizeObserver((entries) => entries.forEach(({ target }) => {
  if (charts.get(target).width !== target.clientWidth) draw(target);
}));
const redraws = [() => charts.forEach((drawn, place) => draw(place))];
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redraws.forEach((redraw) => redraw()));

const tooltip = () => ({
  confine: true,
  backgroundColor: color('--card'),
  borderColor: color('--strong-rule'),
  padding: [6, 10],
  extraCssText: 'white-space: normal; max-width: min(420px, 86vw); overflow-wrap: anywhere;',
  textStyle: { color: color('--ink'), fontSize: 13 },
});
const axisLook = () => ({
  axisLine: { lineStyle: { color: color('--strong-rule') } },
  axisTick: { lineStyle: { color: color('--strong-rule') } },
  axisLabel: { color: color('--soft'), fontSize: 12 },
  splitLine: { lineStyle: { color: color('--rule') } },
  nameTextStyle: { color: color('--soft') },
});
