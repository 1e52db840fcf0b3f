// SPDX-License-Identifier: Apache-2.0
// One run of a contender: who worked when on which slot, and how full each link was, over the same seconds.
const run = JSON.parse(document.getElementById('data').textContent);

// A contender looks the same everywhere.
const looks = new Map();
run.contenders.forEach(({ name }) => {
  const others = [...looks.values()].filter((look) => look.variable !== '--c-base').length;
  looks.set(name, name === run.baseline ? { variable: '--c-base', symbol: 'rect', dash: 'solid' } : {
    variable: '--c-' + (1 + (others % 5)), symbol: ['circle', 'diamond', 'triangle', 'roundRect'][others % 4], dash: ['solid', [8, 4], [3, 3]][Math.floor(others / 5) % 3],
  });
});
const colorOf = (name) => color(looks.get(name).variable);

const JOB_COLORS = ['--c-1', '--c-2', '--k-task', '--c-3', '--c-4', '--c-5', '--k-6'];
const jobColor = (job) => color(JOB_COLORS[job % JOB_COLORS.length]);
const MARKS = { extra: 1, killed: 2, reads: 4 };

function oneRun() {
  const drawings = run.drawings;
  const runs = drawings.runs.filter((each) => each.attempts.length > 0 || each.loads.some((load) => load.length > 0));
  if (runs.length === 0) {
    byId('run').remove();
    return;
  }
  const endSeconds = Math.max(...runs.map((each) => each.end_s));
  const anyAttempts = runs.some((each) => each.attempts.length > 0);
  if (!anyAttempts) byId('timeline-part').remove();
  if (drawings.links.length === 0) byId('loads-part').remove();
  if (anyAttempts) timelineLegend(drawings, runs);
  if (drawings.links.length > 0) loadLegend(element('span', {}, 'the busiest first'));
  choice(byId('run-choice'), 'contender', 'Contender', runs.map((each, i) => [String(i), each.contender + ', seed ' + each.seed]), (chosen) => {
    const each = runs[Number(chosen)];
    byId('run-note').textContent = note(drawings, each);
    if (anyAttempts) timeline(byId('timeline'), drawings, each, endSeconds);
    if (drawings.links.length > 0) loadMap(byId('loads'), drawings, each, endSeconds);
  });
}

function note(drawings, each) {
  const words = ['Hosts, links and time are the same for every contender, so that pictures can be compared.'];
  if (each.attempts.length < each.attempts_of) {
    words.push('Shown: ' + plural(each.attempts.length, 'attempt') + ' on ' + drawings.hosts.length + ' of ' + plural(drawings.hosts_of, 'host') + '; '
      + (each.attempts_of - each.attempts.length) + ' attempts are left out.');
  }
  if (drawings.links.length < drawings.links_of) {
    words.push(drawings.links.length < 60 ? (drawings.links_of - drawings.links.length) + ' links that carried nothing are left out.'
      : 'Of ' + drawings.links_of + ' links the ' + drawings.links.length + ' busiest are shown.');
  }
  return words.join(' ');
}

function timelineLegend(drawings, runs) {
  const jobs = [...new Set(runs.flatMap((each) => each.attempts.map((attempt) => attempt[1])))].sort((a, b) => a - b);
  const swatch = (style) => element('span', { class: 'key', style });
  const names = jobs.length <= JOB_COLORS.length
    ? jobs.map((job) => element('span', {}, swatch('background:var(' + JOB_COLORS[job % JOB_COLORS.length] + ')'), shortened(drawings.job_names[job], 30)))
    : [element('span', {}, ...JOB_COLORS.map((name) => swatch('margin-right:2px;background:var(' + name + ')')), ' ' + jobs.length + ' jobs; colours repeat')];
  byId('timeline-legend').append(...names,
    element('span', {}, swatch('background:var(--c-1);opacity:.4'), 'pale: not all input yet'),
    element('span', {}, swatch('background:var(--c-1);border:2px solid var(--ink)'), 'extra attempt'),
    element('span', {}, swatch('background:var(--c-1);height:5px;vertical-align:2px'), 'thin: killed'));
}

function timeline(place, drawings, each, endSeconds) {
  const rows = Math.max(1, each.rows.length);
  const rowHeight = Math.max(5, Math.min(16, Math.floor(900 / rows)));
  const first = drawings.hosts.map((name, host) => each.rows.findIndex((row) => row[0] === host));
  const words = () => 'Timeline of ' + plural(each.attempts.length, 'attempt') + ' on ' + plural(drawings.hosts.length, 'host') + ' under ' + each.contender;
  const labelEvery = Math.max(1, Math.ceil(13 / (rowHeight * Math.max(1, rows / Math.max(1, drawings.hosts.length)))));
  chart(place, words, rows * rowHeight + 48, (width) => ({
    grid: margins(width),
    tooltip: Object.assign(tooltip(), { formatter: (p) => (p.seriesIndex === 1 ? attemptWords(drawings, each, each.attempts[p.dataIndex]) : '') }),
    xAxis: Object.assign(axisLook(), { type: 'value', min: 0, max: endSeconds || 1, name: 's', nameLocation: 'end', nameGap: 4, axisLine: { onZero: false, lineStyle: { color: color('--strong-rule') } }, position: 'bottom', axisLabel: { color: color('--soft'), showMaxLabel: false, hideOverlap: true } }),
    yAxis: { type: 'value', min: 0, max: rows, inverse: true, show: false },
    series: [{
      // Names and rules of hosts.
      type: 'custom', silent: true, z: 1, clip: false, data: drawings.hosts.map((name, host) => [0, first[host], host]),
      renderItem: (params, api) => {
        const host = params.dataIndex;
        if (first[host] < 0) return null;
        const [x, y] = api.coord([0, first[host]]);
        const count = each.rows.filter((row) => row[0] === host).length;
        const style = { fill: color('--ink'), fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 11.5, align: 'right', verticalAlign: 'middle', text: shortened(drawings.hosts[host], nameLength(width)) };
        const right = api.coord([endSeconds || 1, 0])[0];
        return {
          type: 'group',
          children: [{ type: 'line', shape: { x1: x, x2: right, y1: y, y2: y }, style: { stroke: color('--rule'), lineWidth: 1 } }]
            .concat(host % labelEvery === 0 ? [{ type: 'text', x: x - 8, y: y + (count * rowHeight) / 2, style }] : []),
        };
      },
    }, {
      type: 'custom', z: 3, encode: { x: [0, 1], y: 2 }, data: each.attempts.map((attempt) => [attempt[4] / 1000, Math.max(attempt[4], attempt[6]) / 1000, attempt[0]]), progressive: 0,
      renderItem: (params, api) => drawnAttempt(each.attempts[params.dataIndex], api, rowHeight, endSeconds),
    }],
  }));
}

/** Pale until all input is there, then full; framed when extra; thin when killed. */
function drawnAttempt([row, job, , , launch, input, end, marks], api, rowHeight, endSeconds) {
  const [x, top] = api.coord([launch / 1000, row]);
  const until = end < 0 ? endSeconds : end / 1000;
  const right = Math.max(x + 1.2, api.coord([until, row])[0]);
  const middle = input < 0 ? right : Math.min(right, Math.max(x, api.coord([input / 1000, row])[0]));
  const killed = (marks & MARKS.killed) !== 0;
  const height = Math.max(2, killed ? rowHeight * 0.4 : rowHeight - (rowHeight > 7 ? 2 : 1));
  const y = top + (rowHeight - height) / 2;
  const fill = jobColor(job);
  const part = (from, to, opacity) => ({ type: 'rect', shape: { x: from, y, width: Math.max(0, to - from), height }, style: { fill, opacity } });
  const children = [part(x, middle, 0.4), part(middle, right, 1)];
  // An edge between attempts that follow each other.
  if (right - x > 3) children.push({ type: 'rect', shape: { x: right - 0.8, y, width: 0.8, height }, style: { fill: color('--card') } });
  if ((marks & MARKS.extra) !== 0) children.push({ type: 'rect', shape: { x, y, width: right - x, height }, style: { fill: 'transparent', stroke: color('--ink'), lineWidth: 1.3 } });
  return { type: 'group', children };
}

function attemptWords(drawings, each, [row, job, stage, task, launch, input, end, marks]) {
  const [host, reduce, slot] = each.rows[row];
  const where = ['on a host that holds its input', 'in the rack of its input', 'far from its input'][marks >> 3];
  const kind = (marks & MARKS.reads) === 0 ? 'reads a shuffle' : 'reads blocks, ' + where;
  return '<b>' + escaped(shortened(drawings.job_names[job], 60)) + '</b>, stage ' + stage + ', task ' + task + '<br>' + escaped(drawings.hosts[host])
    + ', ' + (drawings.spark ? 'slot ' : reduce ? 'reduce slot ' : 'map slot ') + slot + '; ' + kind + '<br>' + (launch / 1000).toFixed(2) + '–'
    + (end < 0 ? '…' : (end / 1000).toFixed(2)) + ' s' + (end < 0 ? '' : ' (' + amount((end - launch) / 1000, 's') + ')')
    + (input < 0 ? '; never had all input' : '; all input after ' + escaped(amount((input - launch) / 1000, 's')))
    + ((marks & MARKS.extra) !== 0 ? '<br>an extra attempt' : '') + ((marks & MARKS.killed) !== 0 ? '<br>killed' : '');
}

function loadMap(place, drawings, each, endSeconds) {
  const rows = drawings.links.length;
  const colors = loadColors();
  const cells = each.loads.flatMap((loads, link) => loads.map((load, span) => [span * each.span_s, link, load]));
  chart(place, () => 'Load of ' + plural(rows, 'link') + ' over time under ' + each.contender, rows * 14 + 48, (width) => ({
    grid: margins(width),
    tooltip: Object.assign(tooltip(), {
      formatter: (p) => '<b>' + escaped(drawings.links[p.value[1]].name) + '</b><br>' + Number(p.value[0].toPrecision(4)) + '–' + Number((p.value[0] + each.span_s).toPrecision(4))
        + ' s: ' + p.value[2] + ' % of ' + escaped(amount(drawings.links[p.value[1]].capacity, 'bytes/s')),
    }),
    xAxis: Object.assign(axisLook(), { type: 'value', min: 0, max: endSeconds || 1, name: 's', nameLocation: 'end', nameGap: 4, axisLabel: { color: color('--soft'), showMaxLabel: false, hideOverlap: true }, splitLine: { show: false } }),
    yAxis: Object.assign(axisLook(), {
      type: 'category', data: drawings.links.map((link, i) => i), inverse: true, axisTick: { show: false },
      axisLabel: { color: color('--ink'), interval: 0, fontSize: 11, formatter: (i) => shortened(drawings.links[i].name, nameLength(width)) },
    }),
    series: [{
      type: 'custom', clip: true, data: cells, progressive: 0,
      renderItem: (params, api) => {
        const [x, y] = api.coord([api.value(0), api.value(1)]);
        const right = api.coord([api.value(0) + each.span_s, api.value(1)])[0];
        const gap = right - x > 5 ? 0.5 : 0;
        return { type: 'rect', shape: { x, y: y - 6.5, width: right - x - gap, height: 13 }, style: { fill: colors[Math.min(100, api.value(2))] } };
      },
    }],
  }));
}
