// SPDX-License-Identifier: Apache-2.0
// Draws what applications would have taken: one at a time. Names are set as text or pass through escaped().
const run = JSON.parse(document.getElementById('data').textContent);
const tick = (v) => Number((100 * v).toPrecision(3)) + ' %';

/** From the least to the most that would be saved; below 0 it would take longer. */
function savingBars(app) {
  const rows = app.rows.filter((row) => row.low !== null && row.high !== null);
  byId('saving-bars').hidden = rows.length === 0;
  if (rows.length === 0) return;
  const least = (row) => Math.max(0.002, row.high - row.low);
  chart(byId('saving-bars'), 'What would be saved; the table below has the figures', () => rows.length * 34 + 40, (width) => ({
    grid: { left: width >= 640 ? 300 : 120, right: 24, top: 6, bottom: 28 },
    tooltip: Object.assign(tooltip(), {
      trigger: 'item',
      formatter: (p) => '<b>' + escaped(rows[p.dataIndex].words) + '</b><br>' + escaped(rows[p.dataIndex].saves) + '<br>takes ' + escaped(rows[p.dataIndex].takes),
    }),
    xAxis: Object.assign(axisLook(), { type: 'value', min: Math.min(0, ...rows.map((row) => row.low)), axisLabel: { color: color('--soft'), formatter: tick } }),
    yAxis: Object.assign(axisLook(), {
      type: 'category', inverse: true, data: rows.map((row) => row.words),
      axisLabel: { color: color('--ink'), width: width >= 640 ? 286 : 112, overflow: 'truncate' },
    }),
    series: [{
      type: 'custom', data: rows.map((row, i) => [row.low, row.low + least(row), i]), encode: { x: [0, 1], y: 2 },
      renderItem: (params, api) => {
        const [from, y] = api.coord([api.value(0), api.value(2)]);
        const [to] = api.coord([api.value(1), api.value(2)]);
        return { type: 'rect', shape: { x: from, y: y - 8, width: Math.max(3, to - from), height: 16 }, style: { fill: color(rows[api.value(2)].declined ? '--soft' : '--accent') } };
      },
    }],
  }));
}

/** Logged, replayed and simulated times of the stages that took longest. */
function partBars(app) {
  const rows = app.stages.slice().sort((a, b) => b.logged_s - a.logged_s).slice(0, 12);
  const kinds = [['logged_s', 'by its log', '--c-1'], ['replayed_s', 'replayed', '--c-3'], ['simulated_s', 'simulated', '--c-2']]
    .filter(([key]) => rows.some((row) => row[key] !== null));
  chart(byId('part-bars'), 'Times of stages by the log, replayed and simulated; the table below has the figures', () => rows.length * kinds.length * 14 + 70, (width) => ({
    grid: { left: width >= 640 ? 210 : 90, right: 24, top: 30, bottom: 28 },
    legend: { top: 0, left: 0, textStyle: { color: color('--ink') }, data: kinds.map(([, words]) => words) },
    tooltip: Object.assign(tooltip(), { trigger: 'item', formatter: (p) => '<b>' + escaped(rows[p.dataIndex].label) + '</b> ' + escaped(p.seriesName) + ': ' + escaped(seconds(p.value)) }),
    xAxis: Object.assign(axisLook(), { type: 'value', min: 0, axisLabel: { color: color('--soft'), formatter: (v) => v + ' s' } }),
    yAxis: Object.assign(axisLook(), {
      type: 'category', inverse: true, data: rows.map((row) => row.label + '  ' + row.name),
      axisLabel: { color: color('--ink'), width: width >= 640 ? 196 : 80, overflow: 'truncate' },
    }),
    series: kinds.map(([key, words, hue]) => ({ name: words, type: 'bar', barGap: '0%', itemStyle: { color: color(hue) }, data: rows.map((row) => row[key]) })),
  }));
}

function parts(place, note, rows, all) {
  text(note, rows.length < all ? 'The ' + rows.length + ' that took longest, of ' + all + '.' : '');
  const simulated = rows.some((row) => row.simulated_s !== null);
  const named = rows.some((row) => row.name !== '');
  const head = ['', 'tasks', 'by its log', 'replayed'].concat(simulated ? ['simulated'] : []).map((title) => heading(title));
  byId(place).replaceChildren(table(head.concat(named ? heading('name', { class: 'text' }) : []), rows.map((row) => element('tr', {}, cell(row.label), cell(String(row.tasks)),
    cell(seconds(row.logged_s)), cell(seconds(row.replayed_s)), simulated ? cell(seconds(row.simulated_s)) : null, named ? cell(row.name, 'reason') : null))));
}

function show(app) {
  const one = run.applications.length === 1;
  text('title', one ? 'What would be saved' : app.title);
  text('headline', one ? '' : app.headline);
  text('check', one ? '' : app.check);
  text('setting', app.setting || '');
  text('links', app.links || '');
  byId('where').replaceChildren(...app.rows.filter((row) => row.where).map((row) => element('p', {}, row.where)));
  savingBars(app);
  byId('savings').replaceChildren(app.rows.length === 0 ? '' : table([heading('what if'), heading('takes'), heading('saves')],
    app.rows.map((row) => element('tr', {}, cell(row.words), cell(row.takes), cell(row.saves)))));
  partBars(app);
  parts('jobs', 'jobs-note', app.jobs, app.jobs_all);
  parts('stages', 'stages-note', app.stages, app.stages_all);
}

function overview() {
  byId('overview').hidden = run.applications.length === 1 && run.unanswered.length === 0;
  text('unanswered', run.unanswered.length === 0 ? '' : 'Nothing to be said of ' + run.unanswered.length + ': ' + run.unanswered.join('; '));
  if (run.applications.length === 1) return;
  const select = element('select', { 'aria-label': 'application' }, ...run.applications.map((app, i) => element('option', { value: i }, shortened(app.title, 90))));
  select.addEventListener('change', () => show(run.applications[Number(select.value)]));
  byId('choice').append(select);
}

overview();
show(run.applications[0]);
