// SPDX-License-Identifier: Apache-2.0
// Charts that several pages draw: ratios with their intervals, distributions, the colours of loads. A page that draws them has to say how a
// contender looks: `looks` (a map from its name to {variable, symbol, dash}) and `colorOf`.

// Dots and whiskers on a logarithmic axis of ratios.

const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5,
  3, 4, 5, 7, 10, 20, 50, 100];

/** Rows are {title} or {label, value, ratio, low, high, dots, contender, tip}. */
function ratioChart(place, label, rows, options) {
  const wide = (width) => width >= 640;
  const rowHeight = (width) => (wide(width) ? 27 : 44);
  const least = Math.min(options.low, ...rows.filter((r) => r.ratio).map((r) => Math.min(r.low || r.ratio, r.ratio, ...(r.dots || []))));
  const most = Math.max(options.high, ...rows.filter((r) => r.ratio).map((r) => Math.max(r.high || r.ratio, r.ratio, ...(r.dots || []))));
  const margin = Math.pow(most / least, 0.04);
  const [low, high] = [least / margin, most * margin];

  const option = (width) => {
    const left = wide(width) ? 210 : 4;
    const right = wide(width) ? 170 : 4;
    const plot = width - left - right;
    const ink = color('--ink');
    const soft = color('--soft');
    // Where labels stand in the plot, they hide the lines behind them.
    const behind = wide(width) ? {} : { backgroundColor: color('--card'), padding: [1, 3, 1, 0] };
    const text = (x, y, words, style) => ({
      type: 'text', x, y, silent: true,
      style: Object.assign({ text: words, fill: ink, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 13.5, verticalAlign: 'middle' }, behind, style),
    });
    return {
      grid: { left, right, top: 14, bottom: options.sides ? 46 : 28 },
      tooltip: Object.assign(tooltip(), { trigger: 'item', formatter: (p) => (p.seriesIndex === 1 && rows[p.dataIndex].tip) || '' }),
      xAxis: { type: 'log', min: low, max: high, show: false },
      yAxis: { type: 'value', min: 0, max: Math.max(1, rows.length), inverse: true, show: false },
      series: [{
        type: 'custom', silent: true, z: 1, data: [[1, 0]],
        renderItem: (params, api) => {
          const top = api.coord([1, 0])[1];
          const bottom = api.coord([1, Math.max(1, rows.length)])[1];
          const children = [];
          if (options.band) {
            const from = api.coord([1 / options.band, 0])[0];
            children.push({ type: 'rect', shape: { x: from, y: top, width: api.coord([options.band, 0])[0] - from, height: bottom - top }, style: { fill: color('--band') } });
          }
          shownTicks(low, high, plot).forEach((tick) => {
            const x = api.coord([tick, 0])[0];
            children.push({ type: 'line', shape: { x1: x, x2: x, y1: top - 4, y2: bottom + 4 }, style: { stroke: color(tick === 1 ? '--strong-rule' : '--rule'), lineWidth: tick === 1 ? 1.5 : 1 } });
            children.push(text(x, bottom + 15, tick + '×', { align: 'center', fill: soft, fontSize: 12 }));
          });
          const one = api.coord([1, 0])[0];
          if (options.sides) {
            const [before, after] = wide(width) ? options.sides : options.shortSides;
            if (one - left > 60) children.push(text(one - 8, bottom + 35, '← ' + before, { align: 'right', fill: soft, fontSize: 12 }));
            children.push(text(one + 8, bottom + 35, after + ' →', { align: 'left', fill: soft, fontSize: 12 }));
          }
          return { type: 'group', children };
        },
      }, {
        type: 'custom', z: 3, encode: { x: 0, y: 1 }, data: rows.map((row, i) => [row.ratio || 1, i]),
        renderItem: (params, api) => {
          const row = rows[params.dataIndex];
          const [x, top] = api.coord([row.ratio || 1, params.dataIndex]);
          const height = rowHeight(width);
          const middle = top + (wide(width) ? height / 2 : height * 0.68);
          if (row.title) {
            return { type: 'group', children: [text(wide(width) ? 0 : left, top + height * (wide(width) ? 0.5 : 0.7), row.title, { fontWeight: 600 })] };
          }
          const fill = colorOf(row.contender);
          const children = wide(width)
            ? [text(14, middle, shortened(row.label, 27)), text(width - right + 18, middle, row.value)]
            : [text(left, top + height * 0.24, shortened(row.label, 24)), text(width - right, top + height * 0.24, row.value, { align: 'right' })];
          // As wide as the plot, so that the whole row answers the pointer.
          children.push({ type: 'rect', shape: { x: left, y: top, width: plot, height }, style: { fill: 'transparent' } });
          (row.dots || []).forEach((dot, i) => {
            const jitter = ((i * 7) % 5 - 2) * 1.6;
            children.push({ type: 'circle', shape: { cx: api.coord([dot, 0])[0], cy: middle + jitter, r: 3.2 }, style: { fill, opacity: 0.4 } });
          });
          if (row.low !== null && row.low !== undefined) {
            const [from, to] = [api.coord([row.low, 0])[0], api.coord([row.high, 0])[0]];
            const line = (x1, x2, y1, y2, lineWidth) => ({ type: 'line', shape: { x1, x2, y1, y2 }, style: { stroke: fill, lineWidth } });
            children.push(line(from, to, middle, middle, 2), line(from, from, middle - 4, middle + 4, 2), line(to, to, middle - 4, middle + 4, 2));
          }
          children.push(marker(looks.get(row.contender).symbol, x, middle, fill));
          return { type: 'group', children };
        },
      }],
    };
  };
  chart(place, label, (width) => rows.length * rowHeight(width) + (options.sides ? 60 : 42), option);
}

function marker(symbol, x, y, fill) {
  const style = { fill, stroke: color('--card'), lineWidth: 1.5 };
  const polygon = (points) => ({ type: 'polygon', shape: { points: points.map(([dx, dy]) => [x + dx, y + dy]) }, style });
  if (symbol === 'diamond') return polygon([[0, -7.5], [7.5, 0], [0, 7.5], [-7.5, 0]]);
  if (symbol === 'triangle') return polygon([[0, -7.5], [7, 5.5], [-7, 5.5]]);
  if (symbol === 'circle') return { type: 'circle', shape: { cx: x, cy: y, r: 6 }, style };
  return { type: 'rect', shape: { x: x - 5.5, y: y - 5.5, width: 11, height: 11, r: symbol === 'roundRect' ? 4 : 0 }, style };
}

/** As many ticks as fit, 1 first, then round numbers before others. */
function shownTicks(low, high, pixels) {
  const place = (value) => (pixels * Math.log(value / low)) / Math.log(high / low);
  const worth = [1, 2, 0.5, 5, 10, 0.1, 0.2, 1.5, 3, 20, 50, 100, 0.05, 4, 0.8, 1.2, 0.7, 0.9, 1.1];
  const rank = (tick) => (worth.indexOf(tick) < 0 ? worth.length : worth.indexOf(tick));
  const shown = [];
  TICKS.filter((tick) => tick >= low && tick <= high).sort((a, b) => rank(a) - rank(b)).forEach((tick) => {
    if (shown.every((other) => Math.abs(place(other) - place(tick)) > 46)) shown.push(tick);
  });
  return shown;
}

function mixed(from, to, share) {
  const parts = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  const [a, b] = [parts(from), parts(to)];
  return 'rgb(' + a.map((v, i) => Math.round(v + (b[i] - v) * share)).join(',') + ')';
}

/** A colour for each percent: from pale to deep, and another hue from 95 %, where a link is as good as full. */
function loadColors() {
  const stops = ['--h-0', '--h-1', '--h-2', '--h-3', '--h-4'].map(color);
  return Array.from({ length: 101 }, (none, i) => {
    if (i >= 95) return color('--h-full');
    const at = (i / 94) * (stops.length - 1);
    const below = Math.min(stops.length - 2, Math.floor(at));
    return mixed(stops[below], stops[below + 1], at - below);
  });
}

/** How full links are, by colour; also after the colours have changed. */
function loadLegend(...more) {
  const place = byId('load-legend');
  const fill = () => {
    const colors = loadColors();
    place.replaceChildren(
      element('span', { class: 'scale' }, '0 %', element('i', { style: 'background:linear-gradient(to right,' + colors.slice(0, 95).join(',') + ')' }), '95 %'),
      element('span', {}, element('span', { class: 'key', style: 'background:' + colors[100] }), 'full (95 % and more)'), ...more);
  };
  fill();
  redraws.push(fill);
}

// What timelines and maps of loads over the same seconds have around them.
const margins = (width) => ({ left: width >= 640 ? 150 : 92, right: 16, top: 8, bottom: 40 });
const nameLength = (width) => (width >= 640 ? 22 : 13);

/**
 * The share of samples that are at most so large. Curves are {name, values, n}, values ascending; logarithmic where they lie far apart.
 * Options: the unit, what there are n of (or nothing), the base of a logarithmic axis, its text of a value, up to how many values have marks.
 */
function distributionChart(place, label, curves, { unit, things, base, text, marks }) {
  const all = curves.flatMap((curve) => [curve.values[0], curve.values[curve.values.length - 1]]);
  const logarithmic = Math.min(...all) > 0 && Math.max(...all) > 60 * Math.min(...all);
  chart(place, label, 250, () => ({
    grid: { left: 46, right: 20, top: 14, bottom: 34 },
    tooltip: Object.assign(tooltip(), {
      trigger: 'item',
      formatter: (p) => '<b>' + escaped(curves[p.seriesIndex].name) + '</b><br>' + Math.round(p.value[1]) + ' % at most '
        + escaped(amount(p.value[0], unit)) + (things ? '<br>' + plural(curves[p.seriesIndex].n, things) : ''),
    }),
    xAxis: Object.assign(axisLook(), {
      type: logarithmic ? 'log' : 'value', scale: true, splitNumber: 4, logBase: base,
      min: logarithmic ? Math.min(...all) / 1.1 : undefined, max: logarithmic ? Math.max(...all) * 1.1 : undefined,
      axisLabel: { color: color('--soft'), hideOverlap: true, showMinLabel: !logarithmic, showMaxLabel: !logarithmic, formatter: text },
      splitLine: { show: false },
    }),
    yAxis: Object.assign(axisLook(), { type: 'value', min: 0, max: 100, interval: 25, axisLine: { show: false }, axisLabel: { color: color('--soft'), formatter: '{value} %' } }),
    series: curves.map(({ name, values }) => ({
      type: 'line', step: 'end', showSymbol: values.length <= marks, symbol: looks.get(name).symbol, symbolSize: 6, triggerLineEvent: true,
      lineStyle: { width: 2, color: colorOf(name), type: looks.get(name).dash },
      itemStyle: { color: colorOf(name) },
      data: [[values[0], 0]].concat(values.map((v, i) => [v, (100 * (i + 1)) / values.length])),
    })),
  }));
}
