// SPDX-License-Identifier: Apache-2.0
// Draws the result of an experiment. Names are set as text or pass through escaped().
const run = JSON.parse(document.getElementById('data').textContent);
const number = (value) => (value === null || value === undefined ? '–' : digits(value));
const change = (ratio) => (ratio === null || ratio === undefined ? '–' : (ratio < 1 ? '−' : '+') + Math.abs(100 * (ratio - 1)).toFixed(1) + ' %');

function results(each) {
  const best = new Map(each.metrics.map(({ key }) => [key, Math.min(...each.contenders.filter((c) => c.kind !== 'bound' && c.results[key] && c.results[key].mean !== null).map((c) => c.results[key].mean))]));
  const head = ['', ...each.metrics.flatMap((metric, i) => [metric.label + (metric.unit ? ', ' + metric.unit : ''), ...(i === 0 ? ['±', 'change', 'paper', 'its change'] : ['paper'])])];
  const rows = each.contenders.map((contender) => element('tr', contender.kind === 'bound' ? { class: 'dim' } : {},
    element('td', {}, contender.name, element('span', { class: 'dim' }, ' ' + contender.meaning)),
    ...each.metrics.flatMap((metric, i) => {
      const found = contender.results[metric.key] || {};
      const mean = cell(number(found.mean), contender.kind !== 'bound' && found.mean === best.get(metric.key) ? 'good' : '');
      const paper = cell(number(found.paper), 'dim');
      return i === 0 ? [mean, cell(number(found.half_interval)), cell(change(found.over_baseline)), paper, cell(change(found.paper_over_baseline), 'dim')] : [mean, paper];
    })));
  return [element('h3', {}, each.key), element('p', { class: 'note' }, each.setting + '.'), element('div', { class: 'wide' }, table(head.map((title) => heading(title)), rows))];
}

const names = [...new Set(run.sensitivities.flatMap((each) => Object.keys(each.mean_over_baseline)))];
const look = new Map(names.map((name, i) => [name, { variable: '--c-' + (1 + (i % 5)), dash: i < 5 ? 'solid' : 'dashed' }]));

function key(name) {
  return element('span', {}, element('span', { style: 'display:inline-block;width:22px;margin-right:7px;vertical-align:4px;border-top:3px ' + look.get(name).dash + ' var(' + look.get(name).variable + ')' }), name);
}

function sensitivity(each) {
  const title = each.table + ': ' + each.parameter + (each.unit ? ', ' + each.unit : '');
  const place = element('div');
  byId('sensitivities').append(element('h3', {}, title), place);
  const lines = Object.entries(each.mean_over_baseline);
  chart(place, 'Mean over the baseline by ' + title, 300, () => ({
    grid: { left: 52, right: 22, top: 14, bottom: 44 },
    tooltip: Object.assign(tooltip(), { trigger: 'item', formatter: (p) => '<b>' + escaped(p.seriesName) + '</b><br>' + escaped(each.parameter) + ' ' + digits(p.value[0]) + ' ' + escaped(each.unit) + ': ' + times(p.value[1]) }),
    xAxis: Object.assign(axisLook(), { type: 'value', scale: true, name: each.parameter, nameLocation: 'middle', nameGap: 28, axisLabel: { color: color('--soft') } }),
    yAxis: Object.assign(axisLook(), { type: 'value', scale: true, axisLabel: { color: color('--soft'), formatter: (v) => v.toFixed(2) + '×' } }),
    series: lines.map(([name, ratios], i) => ({
      name, type: 'line', symbolSize: 6, lineStyle: { width: 2, color: color(look.get(name).variable), type: look.get(name).dash }, itemStyle: { color: color(look.get(name).variable) },
      data: ratios.map((ratio, at) => [each.values[at], ratio]),
      markLine: i === 0 ? { silent: true, symbol: 'none', label: { show: false }, lineStyle: { type: 'dashed', color: color('--soft') }, data: [{ xAxis: each.frozen }] } : undefined,
    })),
  }));
}

byId('tables').append(...run.tables.flatMap(results));
byId('parameters').append(table(['', 'parameter', 'value', 'origin'].map((title) => heading(title)),
  run.parameters.map((each) => element('tr', {}, element('td', {}, each.table), element('td', {}, each.name), cell(each.value), element('td', {}, each.origin)))));
byId('notes').append(...run.notes.map((note) => element('li', {}, note)));
if (run.sensitivities.length === 0) byId('sensitivity').remove();
else {
  byId('legend').append(...names.map(key));
  run.sensitivities.forEach(sensitivity);
}
