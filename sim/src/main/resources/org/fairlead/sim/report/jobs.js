// SPDX-License-Identifier: Apache-2.0
// Puts the page of jobs together. A section with nothing to show goes away. Names are set as text or pass through escaped().

const number = (value) => (value === null || value === undefined ? '–' : digits(value));
const seconds = (value) => (value === null || value === undefined ? '–' : amount(value, 's'));
const metricOf = new Map(run.metrics.map((metric) => [metric.key, metric]));

function line(name) {
  const look = looks.get(name);
  return element('span', { class: 'key', style: 'width:22px;height:0;border-radius:0;vertical-align:4px;border-top:3px ' + (look.dash === 'solid' ? 'solid' : look.dash[0] > 4 ? 'dashed' : 'dotted') + ' var(' + look.variable + ')' });
}

function named(name) {
  return element('td', { style: 'white-space:normal;min-width:9em;overflow-wrap:anywhere' }, line(name), name,
    run.contenders.find((c) => c.name === name).partial ? element('span', { class: 'bad' }, ' partial') : '');
}

function legend(place, names) {
  place.replaceChildren(...names.map((name) => element('span', {}, line(name), name)));
}

/** A labelled choice that the keyboard reaches; calls back at once and at every change. */
function choice(place, id, words, options, chosen) {
  const select = element('select', { id }, ...options.map(([value, text]) => element('option', { value }, text)));
  select.addEventListener('change', () => chosen(select.value));
  place.append(element('label', { for: id }, words + ' ', select));
  chosen(select.value);
}

function comparison() {
  byId('baseline').textContent = run.baseline;
  const rows = [];
  run.metrics.forEach((metric) => {
    const of = run.comparisons.filter((c) => c.metric === metric.key);
    if (of.length > 0) rows.push({ title: metric.title[0].toUpperCase() + metric.title.slice(1) });
    of.forEach((c) => rows.push({
      label: c.contender, contender: c.contender, ratio: c.ratio, low: c.ci_low, high: c.ci_high,
      value: times(c.ratio) + '  ' + interval(c.ci_low, c.ci_high),
      tip: '<b>' + escaped(metric.title) + '</b>: ' + escaped(metric.meaning) + '<br>' + escaped(c.baseline) + ' ' + escaped(amount(c.baseline_mean, 's'))
        + '<br>' + escaped(c.contender) + ' ' + escaped(amount(c.contender_mean, 's')) + '<br>ratio ' + times(c.ratio)
        + (c.ci_low === null ? '' : ', 95 % interval ' + interval(c.ci_low, c.ci_high)) + '<br>' + plural(c.n, 'seed'),
    }));
  });
  if (rows.length === 0) {
    byId('ratio-note').textContent = run.contenders.length === 1 ? 'There is no other contender to compare it with.'
      : 'No contender has a whole run for a seed for which the baseline has one.';
    byId('ratios').remove();
  } else {
    byId('ratio-note').textContent = 'Ratio ' + run.baseline + ' / contender, paired by seed, with its 95 % interval'
      + (run.seeds < 3 ? ' (none below 3 seeds)' : '') + '. Right of 1× the contender takes less time; an interval that holds 1× shows no clear difference.';
    ratioChart(byId('ratios'), 'Ratio of the baseline to each contender with its interval, by metric', rows,
      { low: 0.85, high: 1.25, sides: ['contender takes more', 'contender takes less'], shortSides: ['more', 'contender takes less'] });
  }
  const head = ['', 'mean job, s', 'median, s', 'p95, s', 'makespan, s', 'ratio', '95 % interval', 'jobs ended'].map((title) => heading(title));
  byId('times').append(table(head, run.contenders.map((c) => {
    const of = run.comparisons.find((each) => each.metric === 'job_time' && each.contender === c.name);
    const clear = of && of.ci_low !== null && (of.ci_low > 1 ? 'good' : of.ci_high < 1 ? 'bad' : '');
    return element('tr', {}, named(c.name), cell(number(c.job_time.mean_s)), cell(number(c.job_time.p50_s)), cell(number(c.job_time.p95_s)), cell(number(c.makespan.mean_s)),
      cell(c.name === run.baseline ? 'baseline' : of ? times(of.ratio) : '–', clear || ''), cell(of ? interval(of.ci_low, of.ci_high) || '–' : ''),
      cell(c.ended + ' of ' + c.runs * run.jobs));
  })));
}

function distributions() {
  const metrics = run.metrics.filter((metric) => run.contenders.some((c) => Object.keys(c.curves[metric.key] || {}).length > 0));
  if (metrics.length === 0) {
    byId('distributions').remove();
    return;
  }
  legend(byId('curve-legend'), run.contenders.map((c) => c.name));
  const panels = new Map(run.classes.map((name) => {
    const [title, place] = [element('h3', {}), element('div', {})];
    const panel = element('div', {}, title, place);
    byId('curves').append(panel);
    return [name, { panel, title, place }];
  }));
  choice(byId('metric-choice'), 'metric', 'Show', metrics.map((metric) => [metric.key, metric.title]), (key) => {
    byId('metric-note').textContent = metricOf.get(key).meaning[0].toUpperCase() + metricOf.get(key).meaning.slice(1)
      + ': the share that took at most so long, over all seeds. A curve further left is better.';
    panels.forEach(({ panel, title, place }, name) => {
      const curves = run.contenders.map((c) => Object.assign({ name: c.name }, (c.curves[key] || {})[name])).filter((curve) => curve.n > 0);
      panel.hidden = curves.length === 0;
      if (curves.length === 0) return;
      const most = Math.max(...curves.map((curve) => curve.n));
      title.replaceChildren(name + ' ', element('small', {}, plural(most, key === 'block_write_time' ? 'block' : 'job') + ' each'));
      distributionChart(place, 'Distribution of ' + metricOf.get(key).title + ', jobs of ' + name + ', by contender',
        curves.map((curve) => ({ name: curve.name, values: curve.s })), { unit: 's', base: 10, marks: 1, text: (v) => Number(v.toPrecision(3)) + ' s' });
    });
  });
}

function leads() {
  if (run.contenders.every((c) => c.leads.bytes === 0)) {
    byId('leads-part').remove();
    return;
  }
  const titles = ['', 'from afar', 'in time', 'wave', 'queue', 'parents', 'offer', 'too short', 'no lead'];
  const share = (c, bytes) => cell(c.leads.bytes === 0 ? '–' : percent(bytes / c.leads.bytes));
  const sum = (values) => Object.values(values).reduce((a, b) => a + b, 0);
  byId('leads').append(table(titles.map((title) => heading(title)), run.contenders.map((c) => element('tr', {}, named(c.name),
    cell(c.runs === 0 ? '–' : amount(c.leads.bytes / c.runs, 'bytes')), share(c, c.leads.bytes_in_time),
    ...['later_wave', 'queue', 'parents', 'offer'].map((cause) => share(c, c.leads.in_time[cause])),
    share(c, sum(c.leads.too_short)), share(c, c.leads.no_lead)))));
}

function figures() {
  const each = (c, value) => (c.runs === 0 ? '–' : (value / c.runs).toFixed(value / c.runs >= 9.95 || value === 0 ? 0 : 1));
  const launches = (c, where) => {
    const all = c.counts.launches.host + c.counts.launches.rack + c.counts.launches.any;
    return all === 0 ? '–' : percent(c.counts.launches[where] / all);
  };
  const titles = ['', 'local', 'rack', 'any', 'bytes local', 'rack', 'farther', 'extra', 'first', 'to stock', 'imbalance'];
  byId('decisions').append(table(titles.map((title) => heading(title)), run.contenders.map((c) => element('tr', {}, named(c.name),
    ...['host', 'rack', 'any'].map((where) => cell(launches(c, where))),
    ...['bytes_local', 'bytes_rack', 'bytes_remote'].map((key) => cell(c.runs === 0 ? '–' : amount(c.counts[key] / c.runs, 'bytes'))),
    cell(each(c, c.counts.speculative)), cell(each(c, c.counts.speculative_first)), cell(each(c, c.counts.left_to_stock)),
    cell(c.imbalance === null ? '–' : digits(100 * c.imbalance) + ' %')))));
  const causes = run.causes.filter((cause) => run.contenders.some((c) => c.counts.declines[cause.key] > 0));
  byId('declines').append(causes.length === 0 ? element('p', { class: 'note' }, 'No contender refused an offer.')
    : table([heading(''), ...run.contenders.map((c) => heading(c.name, { style: 'white-space:normal;min-width:6em;max-width:12em;overflow-wrap:anywhere' }))], causes.map((cause) => element('tr', {}, cell(cause.text),
      ...run.contenders.map((c) => cell(each(c, c.counts.declines[cause.key])))))));
  const columns = [['mean', 'mean_s'], ['p50', 'p50_s'], ['p90', 'p90_s'], ['p95', 'p95_s'], ['p99', 'p99_s'], ['max', 'max_s']];
  const rows = run.metrics.flatMap((metric) => {
    const of = run.contenders.filter((c) => c[metric.key].mean_s !== null);
    return of.length === 0 ? [] : [element('tr', {}, element('th', { scope: 'rowgroup', colspan: '7' }, metric.title, element('small', {}, metric.meaning)))]
      .concat(of.map((c) => element('tr', {}, named(c.name), ...columns.map(([, key]) => cell(number(c[metric.key][key]))))));
  });
  byId('all-times').append(table(['', ...columns.map(([title]) => title)].map((title) => heading(title)), rows));
}

if (!run.complete) byId('status').append(element('span', { class: 'badge' }, 'partial'));
comparison();
distributions();
oneRun();
figures();
leads();
