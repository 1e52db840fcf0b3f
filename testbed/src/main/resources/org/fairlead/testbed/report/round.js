// SPDX-License-Identifier: Apache-2.0
// One round: who worked when on which host, and how full each link was, over the same seconds.

const KINDS = ['--k-4', '--k-5', '--k-6'];
function kindColor(place) {
  const kind = run.kinds[place];
  if (['write', 'read', 'task'].includes(kind)) return color('--k-' + kind);
  return color(KINDS[run.kinds.filter((k) => !['write', 'read', 'task'].includes(k)).indexOf(kind) % KINDS.length]);
}

/** Spans that overlap on a host lie side by side: each gets the first lane that is free when it starts. */
function lanes(round) {
  const ends = run.hosts.map(() => []);
  const laneOf = round.spans.map(([, host, , start, end]) => {
    let lane = ends[host].findIndex((free) => free <= start + 1e-6);
    if (lane < 0) lane = ends[host].length;
    ends[host][lane] = end;
    return lane;
  });
  return { laneOf, lanes: Math.max(1, ...ends.map((e) => e.length)) };
}

function roundSeconds(round) {
  const bins = Math.max(0, ...round.load.map((row) => row.length));
  const end = Math.max(round.duration_seconds, ...round.spans.map((span) => span[4]));
  // Whole bins for both pictures, so that a second stands at the same place in both.
  return { bins, seconds: round.bin_seconds * Math.max(1, bins, Math.ceil(end / round.bin_seconds)) };
}

function timeline(place, round) {
  const { laneOf, lanes: most } = lanes(round);
  const { seconds } = roundSeconds(round);
  const rowHeight = Math.max(18, Math.min(48, 6 + most * 7));
  const words = () => 'Timeline of ' + plural(round.spans_total, 'span') + ' on ' + plural(run.hosts.length, 'host');
  chart(place, words, run.hosts.length * rowHeight + 48, (width) => ({
    grid: margins(width),
    tooltip: Object.assign(tooltip(), {
      formatter: (p) => {
        const [kind, host, label, start, end] = round.spans[p.dataIndex];
        return '<b>' + escaped(shortened(label, 80)) + '</b><br>' + escaped(run.kinds[kind]) + ' on ' + escaped(run.hosts[host])
          + '<br>' + start.toFixed(2) + '–' + end.toFixed(2) + ' s (' + amount(end - start, 's') + ')';
      },
    }),
    xAxis: Object.assign(axisLook(), { type: 'value', min: 0, max: seconds, name: 's', nameLocation: 'end', nameGap: 4, axisLabel: { color: color('--soft'), showMaxLabel: false } }),
    yAxis: Object.assign(axisLook(), {
      type: 'category', data: run.hosts, inverse: true, axisTick: { show: false },
      axisLabel: { color: color('--ink'), interval: 0, formatter: (name) => shortened(name, nameLength(width)) },
      splitLine: { show: true, interval: 0, lineStyle: { color: color('--rule') } },
    }),
    series: [{
      type: 'custom', encode: { x: [0, 1], y: 2 },
      data: round.spans.map(([kind, host, , start, end]) => [start, end, host, kind]),
      renderItem: (params, api) => {
        const [x, y] = api.coord([api.value(0), api.value(2)]);
        const width2 = Math.max(1.5, api.coord([api.value(1), api.value(2)])[0] - x);
        const height = (rowHeight - 6) / most;
        const top = y - (rowHeight - 6) / 2 + laneOf[params.dataIndex] * height;
        return {
          type: 'rect',
          shape: { x, y: top, width: width2, height: Math.max(2, height - 1) },
          style: { fill: kindColor(api.value(3)), stroke: color('--card'), lineWidth: width2 > 4 ? 0.6 : 0 },
        };
      },
    }],
  }));
}

function loadMap(place, round, most) {
  const { bins, seconds } = roundSeconds(round);
  const count = Math.max(1, Math.min(most, run.links.length));
  const names = run.links.slice(0, count).map((link) => link.link);
  // Empty cells up to the timeline's end keep the two pictures aligned.
  const columns = Math.max(1, Math.ceil(seconds / round.bin_seconds));
  const cells = [];
  for (let link = 0; link < count; link++) {
    round.load[link].forEach((load, bin) => cells.push([bin, link, Math.min(100, load), load]));
  }
  const every = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1200].find((s) => seconds / s <= 14) || 3600;
  chart(place, () => 'Load of ' + plural(count, 'link') + ' over ' + bins * round.bin_seconds + ' s', count * 16 + 48, (width) => ({
    grid: margins(width),
    tooltip: Object.assign(tooltip(), {
      formatter: (p) => '<b>' + escaped(names[p.value[1]]) + '</b><br>' + p.value[0] * round.bin_seconds + '–' + (p.value[0] + 1) * round.bin_seconds
        + ' s: ' + p.value[3] + ' % of ' + escaped(amount(run.links[p.value[1]].capacity, 'bytes/s')),
    }),
    visualMap: { show: false, min: 0, max: 100, dimension: 2, inRange: { color: loadColors() } },
    xAxis: Object.assign(axisLook(), {
      type: 'category', data: Array.from({ length: columns }, (none, i) => String(i * round.bin_seconds)), name: 's', nameLocation: 'end', nameGap: 4, boundaryGap: true,
      axisTick: { show: false },
      axisLabel: { color: color('--soft'), align: 'center', interval: (i) => (i * round.bin_seconds) % (every * (width < 640 ? 2 : 1)) === 0 },
      splitLine: { show: false },
    }),
    yAxis: Object.assign(axisLook(), {
      type: 'category', data: names.map((name, i) => i), inverse: true, axisTick: { show: false },
      axisLabel: { color: color('--ink'), interval: 0, fontSize: 11, formatter: (i) => shortened(names[i], nameLength(width)) },
    }),
    series: [{ type: 'heatmap', data: cells, progressive: 0, itemStyle: { borderWidth: 0.5, borderColor: color('--card') }, emphasis: { itemStyle: { borderColor: color('--ink'), borderWidth: 1 } } }],
  }));
}
