// The run's values, how they are written, and the elements that show them. Strings of the run are set as text or pass
// through escaped(); nothing else makes markup of them.
const run = JSON.parse(document.getElementById('data').textContent);
const metricOf = new Map(run.metrics.map((m) => [m.name + '\n' + m.unit, m]));
const titleOf = (row) => (metricOf.get(row.metric + '\n' + row.unit) || { title: row.metric }).title;

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
  return digits(value) + ' ' + unit;
}

const times = (ratio) => (ratio >= 99.95 ? digits(ratio) : ratio.toFixed(2)) + '×';
const interval = (low, high) => (low === null ? '' : low.toFixed(2) + '–' + high.toFixed(2));
const percent = (share) => Math.round(share * 100) + ' %';
const plural = (n, thing) => n + ' ' + thing + (n === 1 ? '' : 's');

// A contender looks the same everywhere: colour, symbol and line.
const looks = new Map();
run.contenders.forEach((name) => {
  const symbols = ['circle', 'diamond', 'triangle', 'rect', 'roundRect'];
  const special = new Map([[run.baseline_without_traffic, '--c-quiet'], [run.aa_pair, '--c-again'], [run.baseline, '--c-base']]);
  const others = [...looks.values()].filter((look) => look.other).length;
  const other = !special.has(name);
  looks.set(name, {
    other,
    variable: other ? '--c-' + (1 + (others % 5)) : special.get(name),
    symbol: symbols[looks.size % symbols.length],
    dash: name === run.aa_pair ? [3, 3] : other && others % 2 === 1 ? [8, 4] : 'solid',
  });
});
const colorOf = (contender) => color(looks.get(contender).variable);

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
