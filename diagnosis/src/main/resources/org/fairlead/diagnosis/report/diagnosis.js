// SPDX-License-Identifier: Apache-2.0
// Draws diagnoses: one application at a time. Names are set as text or pass through escaped().
const run = JSON.parse(document.getElementById('data').textContent);
const colorsOfParts = ['--c-1', '--c-3', '--c-2', '--c-4', '--c-5', '--h-2', '--c-again'];
const partColor = (i) => colorsOfParts[i % colorsOfParts.length];

/** One bar a row, of parts that add up to 1; rows are {label, split}. */
function bars(place, label, rows) {
  chart(byId(place), label, () => rows.length * 26 + 40, (width) => ({
    grid: { left: width >= 640 ? 210 : 90, right: 24, top: 6, bottom: 28 },
    tooltip: Object.assign(tooltip(), {
      trigger: 'item',
      formatter: (p) => '<b>' + escaped(rows[p.dataIndex].label) + '</b><br>' + escaped(p.seriesName) + ': ' + escaped(share(p.value)) + ' of '
        + escaped(seconds(rows[p.dataIndex].split.total_s)),
    }),
    xAxis: Object.assign(axisLook(), { type: 'value', min: 0, max: 1, axisLabel: { color: color('--soft'), formatter: (v) => 100 * v + ' %' } }),
    yAxis: Object.assign(axisLook(), {
      type: 'category', inverse: true, data: rows.map((row) => row.label),
      axisLabel: { color: color('--ink'), width: width >= 640 ? 196 : 80, overflow: 'truncate' },
    }),
    series: run.parts.map((part, i) => ({
      name: part.title, type: 'bar', stack: 'parts', barWidth: 16,
      itemStyle: { color: color(partColor(i)) },
      data: rows.map((row) => (row.split.total_s > 0 ? row.split[part.key + '_s'] / row.split.total_s : 0)),
    })),
  }));
}

/** What is measured in full colour, what it can be at most pale. */
function boundBars(app) {
  const rows = app.bounds;
  chart(byId('bounds'), 'What could be saved at most, by cause', () => rows.length * 34 + 40, (width) => ({
    grid: { left: width >= 640 ? 250 : 120, right: 70, top: 6, bottom: 28 },
    tooltip: Object.assign(tooltip(), {
      trigger: 'axis', axisPointer: { type: 'none' },
      formatter: (all) => {
        const row = rows[all[0].dataIndex];
        return '<b>' + escaped(row.title) + '</b><br>at most ' + escaped(atMost(row.at_most)) + (row.measured === null ? '' : '<br>measured ' + escaped(share(row.measured)));
      },
    }),
    xAxis: Object.assign(axisLook(), { type: 'value', min: 0, axisLabel: { color: color('--soft'), formatter: (v) => Number((100 * v).toPrecision(3)) + ' %' } }),
    yAxis: Object.assign(axisLook(), {
      type: 'category', inverse: true, data: rows.map((row) => row.title),
      axisLabel: { color: color('--ink'), width: width >= 640 ? 236 : 112, overflow: 'truncate' },
    }),
    series: [{
      type: 'bar', stack: 'bound', barWidth: 18, itemStyle: { color: color('--accent') }, data: rows.map((row) => row.measured || 0),
    }, {
      type: 'bar', stack: 'bound', barWidth: 18, itemStyle: { color: color('--accent'), opacity: 0.35 },
      label: { show: true, position: 'right', color: color('--ink'), formatter: (p) => '≤ ' + atMost(rows[p.dataIndex].at_most) },
      data: rows.map((row) => row.at_most - (row.measured || 0)),
    }],
  }));
}

function legend() {
  byId('legend').replaceChildren(...run.parts.map((part, i) => element('span', { title: part.meaning },
    element('span', { class: 'key', style: 'background:var(' + partColor(i) + ')' }), part.title)));
}

function figures(app) {
  byId('parts').replaceChildren(table([heading(''), heading('task time'), heading('share'), heading('', { class: 'text' })], run.parts.map((part) => element('tr', {},
    cell(part.title), cell(seconds(app.task_time[part.key + '_s'])), cell(share(app.task_time.total_s > 0 ? app.task_time[part.key + '_s'] / app.task_time.total_s : 0)),
    cell(part.meaning, 'text dim')))));
}

/** One bar a cause; what has none is pale. */
function causes(app) {
  byId('cause-part').hidden = !app.causes;
  text('causes-text', app.causes_text);
  const rows = app.causes ? app.causes.task_time : [];
  const most = rows.slice(0, 15);
  if (app.causes) {
    chart(byId('cause-bars'), 'Task time by cause; the table below has the figures', () => most.length * 26 + 40, (width) => ({
      grid: { left: width >= 640 ? 250 : 120, right: 60, top: 6, bottom: 28 },
      tooltip: Object.assign(tooltip(), {
        trigger: 'item',
        formatter: (p) => '<b>' + escaped(most[p.dataIndex].words) + '</b><br>' + escaped(seconds(most[p.dataIndex].seconds)) + '<br>' + escaped(most[p.dataIndex].meaning),
      }),
      xAxis: Object.assign(axisLook(), { type: 'value', min: 0, axisLabel: { color: color('--soft'), formatter: (v) => Number((100 * v).toPrecision(3)) + ' %' } }),
      yAxis: Object.assign(axisLook(), {
        type: 'category', inverse: true, data: most.map((row) => row.words),
        axisLabel: { color: color('--ink'), width: width >= 640 ? 236 : 112, overflow: 'truncate' },
      }),
      series: [{
        type: 'bar', barWidth: 16,
        label: { show: true, position: 'right', color: color('--ink'), formatter: (p) => percent(p.value) },
        data: most.map((row) => ({ value: row.share, itemStyle: { color: color('--accent'), opacity: row.kind === 'unknown' ? 0.35 : 1 } })),
      }],
    }));
  }
  byId('causes').replaceChildren(table([heading(''), heading('task time'), heading('share'), heading('', { class: 'text' })],
    rows.map((row) => element('tr', {}, cell(row.words), cell(seconds(row.seconds)), cell(share(row.share)), cell(row.meaning, 'text dim')))));
  const slow = app.causes ? app.causes.slow_sources : [];
  byId('slow-source-part').hidden = slow.length === 0;
  byId('slow-sources').replaceChildren(table(['source', 'reads', 'take longer', 'in all', 'share', 'chance', 'where'].map((title) => heading(title)),
    slow.map((each) => element('tr', {}, cell(each.words), cell(String(each.reads)), cell(times(each.factor)), cell(seconds(each.excess_s)), cell(share(each.share)),
      cell(each.chance < 0.001 ? 'below 0.001' : digits(each.chance)), cell(each.everywhere ? 'everywhere' : 'stages ' + each.stages.join(', '), 'reason')))));
  const allowances = app.causes ? app.causes.allowances : [];
  byId('allowance-part').hidden = allowances.length === 0;
  byId('allowances').replaceChildren(table(['host', 'device', 'counter', 'packets'].map((title) => heading(title)),
    allowances.map((each) => element('tr', {}, cell(each.host), cell(each.device), cell(each.counter), cell(String(each.packets))))));
  const sources = app.causes ? app.causes.sources : [];
  byId('sources-read').replaceChildren(table(['from', 'of kind', 'bytes', 'waited', 'requests'].map((title) => heading(title)),
    sources.slice(0, 60).map((each) => element('tr', {}, cell(each.source || 'not told apart'), cell(each.kind), cell(bytes(each.bytes)), cell(seconds(each.waited_s)), cell(String(each.requests))))));
}

function stragglers(app) {
  text('no-straggler', app.stragglers.length === 0 ? app.no_straggler
    : 'Slower than the others by more than chance: in at most one of 20 applications is any host named wrongly. Savings are of the time in which jobs ran, with 95 % intervals.');
  byId('stragglers').replaceChildren(app.stragglers.length === 0 ? '' : table(
    ['host', 'tasks', 'take longer', 'mostly', 'without it', 'were it like the others', 'where'].map((title) => heading(title)),
    app.stragglers.map((each) => element('tr', {}, cell(each.host), cell(String(each.tasks)), cell(times(each.factor)),
      cell(each.kind_title + ' (' + percent(each.kind_share) + ')'), cell(each.without.text), cell(each.repaired.text),
      cell(each.everywhere ? 'everywhere' : 'stages ' + each.stages.join(', '), 'reason')))));
}

function skews(app) {
  byId('skew-part').hidden = app.skews.length === 0;
  byId('skews').replaceChildren(table(['stage', 'task', 'takes', 'median', 'reads', 'median', 'why', 'host'].map((title) => heading(title)),
    app.skews.slice(0, 30).map((each) => element('tr', {}, cell(each.stage), cell(String(each.task)), cell(seconds(each.seconds)), cell(seconds(each.median_s)),
      cell(bytes(each.bytes)), cell(bytes(each.median_bytes)), cell(each.why), cell(each.host)))));
}

function stages(app) {
  const rows = app.stages;
  text('stages-note', rows.length < app.stages_all ? 'The ' + rows.length + ' with most task time, of ' + app.stages_all + '.' : 'Most task time first.');
  bars('stage-bars', 'Task time of stages by its parts; the table below has the figures', rows.slice(0, 25).map((stage) => ({ label: stage.stage + '  ' + stage.name, split: stage.task_time })));
  const head = ['stage', 'tasks', 'takes', 'task time', 'waits for a slot', 'spilled', 'network ≤', 'disks ≤', 'GC ≤', 'launching ≤', 'slots ≤', 'skew ≤'].map((title) => heading(title));
  byId('stages').replaceChildren(table(head.concat(heading('name', { class: 'text' })), rows.map((stage) => element('tr', {}, cell(stage.stage), cell(String(stage.attempts)), cell(seconds(stage.seconds)),
    cell(seconds(stage.task_time.total_s)), cell(seconds(stage.mean_wait_s)), cell(bytes(stage.spilled_bytes)),
    ...['network', 'disks', 'garbage_collection', 'launching', 'slots', 'skew'].map((cause) => cell(atMost(stage.at_most[cause]))), cell(stage.name, 'reason')))));
}

function zones(app) {
  byId('zone-part').hidden = !app.zones.known;
  text('zone-text', app.zones.text);
  byId('zones').replaceChildren(table(['from', 'to', 'bytes'].map((title) => heading(title)),
    app.zones.pairs.map((pair) => element('tr', {}, cell(pair.from), cell(pair.to), cell(bytes(pair.bytes))))));
}

function untold(app) {
  byId('untold').replaceChildren(table([heading('share'), heading('task time'), heading('of', { class: 'text' }), heading('line', { class: 'text' })],
    app.untold.map((each) => element('tr', {}, cell(share(each.share)), cell(seconds(each.seconds)), cell(each.meaning, 'reason'),
      cell(each.line === '' ? 'none: ' + each.why_no_line : element('code', {}, each.line), 'reason')))));
}

function show(app) {
  text('title', run.applications.length === 1 ? 'Task time' : app.title);
  text('headline', run.applications.length === 1 ? '' : app.headline);
  text('details', run.applications.length === 1 ? '' : app.details);
  text('setting', app.setting);
  bars('whole', 'Task time by its parts', [{ label: 'all tasks', split: app.task_time }]);
  figures(app);
  causes(app);
  boundBars(app);
  stragglers(app);
  skews(app);
  stages(app);
  zones(app);
  untold(app);
}

function overview() {
  byId('overview').hidden = run.applications.length === 1 && run.unanswered.length === 0;
  text('unanswered', run.unanswered.length === 0 ? '' : 'Nothing to be said of ' + run.unanswered.length + ': ' + run.unanswered.join('; '));
  if (run.applications.length === 1) return;
  const select = element('select', { 'aria-label': 'application' }, ...run.applications.map((app, i) => element('option', { value: i }, shortened(app.title, 90))));
  select.addEventListener('change', () => show(run.applications[Number(select.value)]));
  byId('choice').append(select);
  byId('applications').append(table(['application', 'jobs ran', 'computing', 'not in the log', 'network ≤', 'disks ≤', 'slow hosts'].map((title) => heading(title)),
    run.applications.map((app) => element('tr', {}, cell(shortened(app.title, 70)), cell(seconds(app.jobs_s)), cell(share(app.task_time.computing_s / app.task_time.total_s)),
      cell(share(app.task_time.untold_s / app.task_time.total_s)), cell(atMost(app.bounds[0].at_most)), cell(atMost(app.bounds[1].at_most)),
      cell(app.stragglers.map((each) => each.host).join(', '), 'reason')))));
}

legend();
overview();
show(run.applications[0]);
