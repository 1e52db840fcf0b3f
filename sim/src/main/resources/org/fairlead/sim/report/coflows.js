// SPDX-License-Identifier: Apache-2.0
// Draws a trace of coflows under several orders. Names are set as text or pass through escaped().
const run = JSON.parse(document.getElementById('data').textContent);

// An order looks the same everywhere.
const looks = new Map(run.orders.map((order, i) => [order.name, { variable: '--c-' + (1 + (i % 5)), dash: ['solid', [8, 4], [3, 3]][Math.floor(i / 5) % 3] }]));
const bound = { variable: '--c-again', dash: [2, 4] };
const short = (meaning) => meaning.split(':')[0];
const number = (value) => (value === null ? '–' : digits(value));

function key(look, name) {
  return element('span', {}, element('span', { style: 'display:inline-block;width:22px;margin-right:7px;vertical-align:4px;border-top:3px '
    + (look.dash === 'solid' ? 'solid' : look.dash[0] > 4 ? 'dashed' : 'dotted') + ' var(' + look.variable + ')' }), name);
}

function completionTimes() {
  const columns = [['mean', 'mean_s'], ['p50', 'p50_s'], ['p90', 'p90_s'], ['p95', 'p95_s'], ['p99', 'p99_s'], ['max', 'max_s']];
  const best = new Map(columns.map(([, name]) => [name, Math.min(...run.orders.filter((o) => o.complete && o[name] !== null).map((o) => o[name]))]));
  const values = (of, mark) => columns.map(([, name]) => cell(number(of[name]), mark && of.complete && run.orders.length > 1 && of[name] === best.get(name) ? 'good' : ''));
  const rows = run.orders.map((order) => element('tr', {}, element('td', {}, key(looks.get(order.name), order.name), element('span', { class: 'dim' }, ' ' + short(order.meaning)),
    order.complete ? '' : element('span', { class: 'bad' }, ' stopped: ' + order.finished + ' of ' + run.coflows + ' ended')),
    cell(order.knows_sizes ? 'known' : '–'), ...values(order, true), cell(number(order.makespan_s)), cell(order.over_alone === null ? '–' : times(order.over_alone))));
  rows.push(element('tr', { class: 'dim' }, element('td', {}, key(bound, 'alone'), ' the bound'), cell('known'), ...values(run.alone, false), cell('–'), cell('1×')));
  byId('table').append(table(['', 'sizes', ...columns.map(([title]) => title + ', s'), 'makespan, s', '× alone'].map((title) => heading(title)), rows));
}

// Where the orders differ: the few coflows that take long make the mean. Both axes are logarithmic.
function tails() {
  const all = run.orders.map((order) => ({ name: order.name, look: looks.get(order.name), curve: order.curve, of: order.finished }))
    .concat([{ name: 'alone', look: bound, curve: run.alone.curve, of: run.coflows }])
    .map((each) => Object.assign(each, { curve: each.curve.map(([seconds, share]) => [seconds, 1 - share + 1 / each.of]).filter(([seconds]) => seconds > 0) }))
    .filter((each) => each.curve.length > 0);
  if (all.length === 0) return;
  distribution('tails', 'Share of coflows that took at least so long, by order', all, () => ({
    type: 'log', logBase: 10, min: Math.pow(10, Math.floor(Math.log10(Math.min(...all.map((each) => each.curve[each.curve.length - 1][1]))))), max: 1, axisLine: { show: false },
    axisLabel: { color: color('--soft'), formatter: (v) => Number((100 * v).toPrecision(3)) + ' %' },
  }), 'start', 'at least', (points) => points);
}

function curves() {
  const all = run.orders.map((order) => ({ name: order.name, look: looks.get(order.name), curve: order.curve }))
    .concat([{ name: 'alone', look: bound, curve: run.alone.curve }])
    .map((each) => Object.assign(each, { curve: each.curve.filter(([seconds]) => seconds > 0) }))
    .filter((each) => each.curve.length > 0);
  if (all.length === 0) return;
  byId('legend').append(...all.map((each) => key(each.look, each.name)));
  distribution('curves', 'Distribution of completion times by order; the table above has their percentiles', all, () => ({
    type: 'value', min: 0, max: 1, interval: 0.25, axisLine: { show: false }, axisLabel: { color: color('--soft'), formatter: (v) => 100 * v + ' %' },
  }), 'end', 'at most', (points) => [[points[0][0], 0]].concat(points));
}

function distribution(place, title, all, yAxis, step, side, completed) {
  const low = Math.min(...all.map((each) => each.curve[0][0]));
  const high = Math.max(...all.map((each) => each.curve[each.curve.length - 1][0]));
  chart(byId(place), title, (width) => (width < 640 ? 320 : 460), () => ({
    grid: { left: 52, right: 22, top: 14, bottom: 44 },
    tooltip: Object.assign(tooltip(), {
      trigger: 'item',
      formatter: (p) => '<b>' + escaped(all[p.seriesIndex].name) + '</b><br>' + Number((100 * p.value[1]).toPrecision(3)) + ' % took ' + side + ' ' + escaped(amount(p.value[0], 's')),
    }),
    xAxis: Object.assign(axisLook(), {
      type: 'log', logBase: 10, min: Math.pow(10, Math.floor(Math.log10(low))), max: high * 1.1, name: 'completion time', nameLocation: 'middle', nameGap: 28,
      axisLabel: { color: color('--soft'), hideOverlap: true, showMaxLabel: false, formatter: (v) => (v >= 1 ? v + ' s' : Number((v * 1000).toPrecision(3)) + ' ms') },
    }),
    yAxis: Object.assign(axisLook(), yAxis()),
    series: all.map((each) => ({
      type: 'line', step, showSymbol: false, symbolSize: 6, triggerLineEvent: true,
      lineStyle: { width: 2, color: color(each.look.variable), type: each.look.dash },
      itemStyle: { color: color(each.look.variable) },
      data: completed(each.curve),
    })),
  }));
}

function classes() {
  const head = ['', ...run.classes.map((each) => each.name), 'all'].map((title) => heading(title));
  const rows = [element('tr', { class: 'dim' }, cell('coflows'), ...run.classes.map((each) => cell(String(each.coflows))), cell(String(run.coflows))),
    element('tr', { class: 'dim' }, cell('share of the bytes'), ...run.classes.map((each) => cell(each.bytes_share === null ? '–' : (100 * each.bytes_share).toPrecision(3) + ' %')), cell('100 %'))];
  run.orders.forEach((order) => rows.push(element('tr', {}, element('td', {}, key(looks.get(order.name), order.name)),
    ...run.classes.map((each) => (order.by_class[each.name] === undefined || order.by_class[each.name] === null ? cell('–') : cell(times(order.by_class[each.name])))),
    cell(order.over_alone === null ? '–' : times(order.over_alone)))));
  byId('classes').append(table(head, rows));
}

if (!run.complete) byId('status').append(element('span', { class: 'badge' }, 'partial'));
byId('rules').append(...run.orders.flatMap((order) => [element('dt', {}, order.name), element('dd', {}, order.rules)]));
completionTimes();
curves();
tails();
classes();
