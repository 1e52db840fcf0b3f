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
  const curves = run.distributions.filter((d) => d.metric === metric.name && d.unit === metric.unit)
    .map((d) => ({ name: d.contender, values: d.values, n: d.n }));
  distributionChart(place, 'Distribution of ' + metric.title + ' by contender', curves, {
    unit: metric.unit, things: 'sample', base: 2, marks: 12,
    text: (v) => amount(v, metric.unit).replace(/(\.\d*?)0+ /, '$1 ').replace('. ', ' '),
  });
}
