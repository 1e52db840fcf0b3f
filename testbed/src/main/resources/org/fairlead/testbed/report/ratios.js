// SPDX-License-Identifier: Apache-2.0
// Rows of the ratio charts, for the comparison and for the noise; and the distributions.

function comparisonRows(each) {
  const rows = [];
  let last = '';
  run.comparisons.filter((c) => c.contender !== run.aa_pair && metricOf.get(c.metric + '\n' + c.unit).per_subject === each)
    .forEach((c) => {
      const metric = metricOf.get(c.metric + '\n' + c.unit);
      if (metric.title !== last) rows.push({ title: metric.title + (metric.more_is_better ? ' (more is better: left of 1×)' : '') });
      last = metric.title;
      rows.push({
        label: c.contender, contender: c.contender, ratio: c.ratio, low: c.ci_low, high: c.ci_high,
        value: ratioOf(c) + '  ' + interval(c.ci_low, c.ci_high),
        tip: '<b>' + escaped(metric.title) + '</b><br>' + escaped(c.baseline) + ' ' + escaped(amount(c.baseline_mean, c.unit))
          + '<br>' + escaped(c.contender) + ' ' + escaped(amount(c.contender_mean, c.unit)) + '<br>ratio ' + ratioOf(c)
          + (c.ci_low === null ? '' : ', 95 % interval ' + interval(c.ci_low, c.ci_high)) + '<br>' + plural(c.n, 'paired repetition'),
      });
    });
  return rows;
}

function noiseRows() {
  return run.comparisons.filter((c) => run.aa_pair && c.contender === run.aa_pair
    && !metricOf.get(c.metric + '\n' + c.unit).per_subject).map((c) => {
    const points = run.noise_points.find((p) => p.metric === c.metric && p.unit === c.unit);
    return {
      label: titleOf(c), contender: run.baseline, ratio: c.ratio, low: c.ci_low, high: c.ci_high, dots: points.ratios,
      value: times(c.ratio) + '  ' + interval(c.ci_low, c.ci_high),
      tip: '<b>' + escaped(titleOf(c)) + '</b><br>' + points.repetitions.map((r, i) => 'repetition ' + r + ': ' + times(points.ratios[i])).join('<br>'),
    };
  });
}

function distribution(place, metric) {
  const curves = run.distributions.filter((d) => d.metric === metric.name && d.unit === metric.unit);
  const all = curves.flatMap((d) => [d.values[0], d.values[d.values.length - 1]]);
  const logarithmic = Math.min(...all) > 0 && Math.max(...all) > 60 * Math.min(...all);
  chart(place, 'Distribution of ' + metric.title + ' by contender', 250, () => ({
    grid: { left: 46, right: 18, top: 14, bottom: 34 },
    tooltip: Object.assign(tooltip(), {
      trigger: 'item',
      formatter: (p) => '<b>' + escaped(curves[p.seriesIndex].contender) + '</b><br>' + Math.round(p.value[1]) + ' % at most '
        + escaped(amount(p.value[0], metric.unit)) + '<br>' + plural(curves[p.seriesIndex].n, 'sample'),
    }),
    xAxis: Object.assign(axisLook(), {
      type: logarithmic ? 'log' : 'value', scale: true, splitNumber: 4,
      logBase: 2,
      min: logarithmic ? Math.min(...all) / 1.1 : undefined,
      max: logarithmic ? Math.max(...all) * 1.1 : undefined,
      axisLabel: { color: color('--soft'), hideOverlap: true, showMinLabel: !logarithmic, showMaxLabel: !logarithmic, formatter: (v) => amount(v, metric.unit).replace(/(\.\d*?)0+ /, '$1 ').replace('. ', ' ') },
      splitLine: { show: false },
    }),
    yAxis: Object.assign(axisLook(), { type: 'value', min: 0, max: 100, interval: 25, axisLine: { show: false }, axisLabel: { color: color('--soft'), formatter: '{value} %' } }),
    series: curves.map((d) => ({
      type: 'line', step: 'end', showSymbol: d.values.length <= 12, symbol: looks.get(d.contender).symbol, symbolSize: 6,
      lineStyle: { width: 2, color: colorOf(d.contender), type: looks.get(d.contender).dash },
      itemStyle: { color: colorOf(d.contender) },
      triggerLineEvent: true,
      data: [[d.values[0], 0]].concat(d.values.map((v, i) => [v, (100 * (i + 1)) / d.values.length])),
    })),
  }));
}
