// SPDX-License-Identifier: Apache-2.0
// The run's values and how contenders look. Strings of the run are set as text or pass through escaped(); nothing else makes markup
// of them.
const run = JSON.parse(document.getElementById('data').textContent);
const metricOf = new Map(run.metrics.map((m) => [m.name + '\n' + m.unit, m]));
const titleOf = (row) => (metricOf.get(row.metric + '\n' + row.unit) || { title: row.metric }).title;

/** A contender whose processors were busy is better by at least so much. */
const ratioOf = (c) => (c.processor_bound === 0 ? '' : metricOf.get(c.metric + '\n' + c.unit).more_is_better ? '≤ ' : '≥ ') + times(c.ratio);

// A contender looks the same everywhere: colour, symbol and line.
const looks = new Map();
run.contenders.forEach((name) => {
  const symbols = ['circle', 'diamond', 'triangle', 'rect', 'roundRect'];
  const special = new Map([[run.baseline_without_traffic, '--c-quiet'], [run.aa_pair, '--c-again'], [run.baseline, '--c-base']]);
  const others = [...looks.values()].filter((look) => look.other).length;
  const other = !special.has(name);
  looks.set(name, {
    other,
    variable: other ? '--c-' + (1 + (others % 5)) : special.get(name),
    symbol: symbols[looks.size % symbols.length],
    dash: name === run.aa_pair ? [3, 3] : other && others % 2 === 1 ? [8, 4] : 'solid',
  });
});
const colorOf = (contender) => color(looks.get(contender).variable);
