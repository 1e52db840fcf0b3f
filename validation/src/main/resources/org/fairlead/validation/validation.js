// SPDX-License-Identifier: Apache-2.0
// Draws a validation. Names are set as text or pass through escaped().
const run = JSON.parse(document.getElementById('data').textContent);

const share = (value) => (value === null ? '–' : (100 * value).toFixed(1) + ' %');
const signed = (value) => (value > 0 ? '+' : '') + share(value);
const label = (c) => c.scenario + ', ' + c.metric + ', ' + c.contender;
const within = (c) => Math.abs(c.error) <= (c.kind === 'ratio' ? run.bounds.ratio_error : run.bounds.p95_error);

function scatter() {
  const seconds = run.comparisons.filter((c) => c.kind === 'seconds' && c.measured > 0 && c.predicted > 0);
  if (seconds.length === 0) return;
  const all = seconds.flatMap((c) => [c.measured, c.predicted]);
  const low = Math.min(...all) / 1.3;
  const high = Math.max(...all) * 1.3;
  const axis = (name) => Object.assign(axisLook(), {
    type: 'log', logBase: 10, min: low, max: high, name, nameLocation: 'middle', nameGap: 34,
    axisLabel: { color: color('--soft'), hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: (v) => amount(v, 's') },
  });
  const points = (title, some, filled) => ({
    type: 'scatter', name: title, symbolSize: 9,
    itemStyle: filled ? { color: color('--c-1') } : { color: 'transparent', borderColor: color('--soft'), borderWidth: 1.5 },
    data: some.map((c) => ({ value: [c.measured, c.predicted], name: label(c), error: c.error })),
  });
  chart(byId('scatter'), 'Predicted against measured times; the table below has them', (width) => Math.min(560, Math.max(320, width * 0.7)), () => ({
    grid: { left: 66, right: 22, top: 14, bottom: 52 },
    tooltip: Object.assign(tooltip(), {
      trigger: 'item',
      formatter: (p) => (p.data.name === undefined ? '' : '<b>' + escaped(p.data.name) + '</b><br>measured ' + escaped(amount(p.value[0], 's'))
        + ', predicted ' + escaped(amount(p.value[1], 's')) + ' (' + escaped(signed(p.data.error)) + ')'),
    }),
    xAxis: axis('measured'),
    yAxis: axis('predicted'),
    series: [
      { type: 'line', silent: true, showSymbol: false, lineStyle: { color: color('--strong-rule'), width: 1 }, data: [[low, low], [high, high]] },
      points('fitted', seconds.filter((c) => c.calibrating), false),
      points('predicted', seconds.filter((c) => !c.calibrating), true),
    ],
  }));
}

function rows(some, text) {
  const sorted = some.slice().sort((a, b) => Math.abs(b.error) - Math.abs(a.error));
  return table(['scenario', 'metric', 'contender', 'measured', 'A/A', 'predicted', 'error'].map((title) => heading(title)), sorted.map((c) =>
    element('tr', c.calibrating ? { class: 'dim' } : {}, cell(c.scenario + (c.calibrating ? ' (fitted)' : '')), cell(c.metric), cell(c.contender), cell(text(c.measured)), cell(share(c.aa_spread)),
      cell(text(c.predicted)), cell(signed(c.error), c.calibrating ? '' : within(c) ? 'good' : 'bad'))));
}

if (!run.holds) byId('status').append(element('span', { class: 'badge' }, 'not within bounds'));
byId('lede').textContent = run.summary.times + ' completion times of predicted scenarios: median error ' + share(run.summary.median_error) + ' (at most '
  + share(run.bounds.median_error) + '), 95th percentile ' + share(run.summary.p95_error) + ' (at most ' + share(run.bounds.p95_error) + '). '
  + (run.summary.ratios === 0 ? '' : run.summary.ratios + ' ratios of contenders: largest error ' + share(run.summary.largest_ratio_error) + ' (at most ' + share(run.bounds.ratio_error) + ').');
if (run.failures.length > 0) byId('failed').append(element('h2', {}, 'Not within bounds'), element('ul', {}, ...run.failures.map((failure) => element('li', {}, failure))));
scatter();
byId('errors').append(rows(run.comparisons.filter((c) => c.kind === 'seconds'), (value) => amount(value, 's')));
byId('ratios').append(rows(run.comparisons.filter((c) => c.kind === 'ratio'), times));
byId('constants').append(table(['name', 'value', 'unit', 'fitted', 'origin'].map((title) => heading(title)), Object.entries(run.constants).map(([name, c]) =>
  element('tr', {}, cell(name), cell(String(c.value)), cell(c.unit), cell(c.fitted ? 'yes' : '–'), cell(c.origin)))));
