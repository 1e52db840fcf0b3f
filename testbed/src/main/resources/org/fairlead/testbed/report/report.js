// SPDX-License-Identifier: Apache-2.0
// Puts the page together, section by section. A section with nothing to show says so or goes away.

function legend(place, contenders) {
  place.replaceChildren(...contenders.map((name) => element('span', {},
    element('span', { class: 'key line', style: 'border-top-color:var(' + looks.get(name).variable + ');border-top-style:' + (looks.get(name).dash === 'solid' ? 'solid' : 'dashed') }), name)));
}

const named = (contender, attributes = {}) => element('td', attributes,
  element('span', { class: 'key', style: 'background:var(' + looks.get(contender).variable + ')' }), contender);

/** A closed part of the page is filled when it is first opened; few things are open at once. */
function each(id, count, fill) {
  const details = byId(id);
  // Gone already when its whole section is.
  if (!details) return;
  if (count === 0) {
    details.remove();
    return;
  }
  let filled = false;
  details.addEventListener('toggle', () => {
    if (details.open && !filled) {
      filled = true;
      fill(details.querySelector('div'));
    }
  });
}

function facts() {
  const counted = run.rounds.filter((round) => !round.not_counted_because);
  const repetitions = new Set(counted.map((round) => round.repetition)).size;
  const started = new Date(run.started_at);
  const all = [
    [plural(repetitions, 'repetition'), counted.length + ' of ' + plural(run.rounds.length, 'round') + ' count'],
    [plural(run.contenders.filter((c) => c !== run.aa_pair).length, 'contender'), 'baseline: ' + run.baseline],
    [plural(run.hosts.length, 'host') + ' at work', plural(run.links.length, 'directed link')],
    [isNaN(started) ? run.started_at : run.started_at.slice(0, 16).replace('T', ' '), 'started'],
  ];
  byId('facts').append(...all.map(([big, small]) => element('li', {}, element('b', {}, big), element('span', {}, small))));
  if (run.status !== 'complete') byId('status').append(element('span', { class: 'badge' }, run.status));
  byId('sources').append('The raw samples and series are in report.json beside this page', run.thinned ? '; the page shows long series thinned' : '', '. ');
}

function comparison() {
  byId('ratio-note').textContent = 'Ratio ' + run.baseline + ' / contender, in the geometric mean over paired repetitions, with its 95 % interval. '
    + 'Right of 1× the contender took less time or fewer bytes; an interval that contains 1× shows no clear difference.';
  const options = { low: 0.85, high: 1.25, sides: ['contender takes more', 'contender takes less'], shortSides: ['more', 'contender takes less'] };
  const rows = comparisonRows(false);
  if (rows.length === 0) {
    byId('forest').append(element('p', {}, 'No contender has a counted round in the same repetition as the baseline.'));
    byId('ratio-note').remove();
  } else {
    ratioChart(byId('forest'), 'Ratio of the baseline to each contender with its interval, by metric; the same values are in the table below', rows, options);
  }
  const perQuery = comparisonRows(true);
  each('forest-each', perQuery.length, (place) => ratioChart(place, 'Ratio of the baseline to each contender, by query', perQuery, options));
}

const perSubject = (c) => metricOf.get(c.metric + '\n' + c.unit).per_subject;

/** Contenders against one another, a table for each pair: of the wholes, or of each query. */
function pairs(place, each) {
  run.pairs.forEach((pair) => {
    const rows = pair.comparisons.filter((c) => perSubject(c) === each);
    if (each && rows.length === 0) return;
    place.append(element('h3', {}, pair.contender + ' against ' + pair.with));
    place.append(rows.length === 0 ? element('p', {}, 'No repetition has a round that counts of both.') : element('div', { class: 'wide' },
      table([heading('Metric'), heading('repetitions'), heading(pair.with), heading(pair.contender), heading('ratio', { title: pair.with + ' / ' + pair.contender }),
        heading('95 % interval'), heading('times as long, 95 % sure: at most')],
      rows.map((c) => {
        const slowdown = pair.slowdowns.find((s) => s.metric === c.metric);
        return element('tr', {}, cell(titleOf(c)), cell(String(c.n)), cell(amount(c.baseline_mean, c.unit)), cell(amount(c.contender_mean, c.unit)),
          cell(ratioOf(c)), cell(interval(c.ci_low, c.ci_high)), cell(slowdown && slowdown.high !== null ? times(slowdown.high) : ''));
      }))));
  });
}

function gaps() {
  if (run.gaps.length === 0) return;
  byId('gaps').append(
    element('h3', {}, 'Share of the gap between ' + run.baseline + ' and ' + run.bound + ' that is closed'),
    element('p', { class: 'dim' }, '(' + run.baseline + ' − contender) / (' + run.baseline + ' − ' + run.bound + '), of the means. ' + run.bound
      + ' knows what nobody can know; 100 % is as good as that.'),
    table([heading('Metric'), heading('contender', { class: 'text' }), heading('repetitions'), heading('share'), heading('95 % sure: at least')],
      run.gaps.map((gap) => element('tr', {}, cell(run.metrics.find((m) => m.name === gap.metric).title), named(gap.contender, { class: 'text' }), cell(String(gap.n)),
        cell(percent(gap.share)), cell(gap.low === null ? '' : percent(gap.low))))));
}

function slowdowns(place) {
  place.append(element('p', { class: 'dim' }, 'How many times as long as ' + run.baseline + '. Shown slower: that it takes more than '
    + percent(run.slowdown_tolerated) + ' longer, with 95 % confidence; among queries, and among applications, corrected by Holm\'s method for being so many.'),
  table([heading('Metric'), heading('contender', { class: 'text' }), heading('repetitions'), heading('times as long'), heading('95 % sure: at most'), heading('shown slower')],
    run.slowdowns.map((s) => element('tr', {}, cell(run.metrics.find((m) => m.name === s.metric).title), named(s.contender, { class: 'text' }), cell(String(s.n)),
      cell(times(s.ratio)), cell(s.high === null ? '' : times(s.high)), cell(s.p === null ? '' : s.slower ? 'yes' : 'no')))));
}

function figures(place, metrics) {
  const rows = [];
  metrics.forEach((metric) => {
    rows.push(element('tr', {}, element('th', { colspan: 7, scope: 'colgroup' }, metric.title)));
    run.summaries.filter((s) => s.metric === metric.name && s.unit === metric.unit).forEach((s) => {
      const c = run.comparisons.find((x) => x.metric === s.metric && x.unit === s.unit && x.contender === s.contender);
      const value = (v) => cell(amount(v, s.unit));
      rows.push(element('tr', {}, named(s.contender), cell(String(s.n), 'roomy'), value(s.mean), value(s.median), value(s.p95),
        cell(c ? ratioOf(c) : s.contender === run.baseline ? 'baseline' : '', c ? '' : 'dim'),
        cell(c ? interval(c.ci_low, c.ci_high) : '')));
    });
    if (!metric.per_subject) {
      run.not_measured.forEach((missing) => rows.push(element('tr', {}, named(missing.contender),
        element('td', { colspan: 6, class: 'reason' }, 'not measured: ' + missing.reason))));
    }
  });
  place.append(rows.length ? table([heading('Metric and contender'), heading('samples', { class: 'roomy' }), heading('mean'), heading('median'), heading('p95', { title: '95th percentile' }),
    heading('ratio'), heading('95 % interval')], rows) : element('p', {}, 'No round counts yet, so there are no figures.'));
  if (run.comparisons.some((c) => c.processor_bound > 0)) {
    place.append(element('p', { class: 'dim' }, '≥: the processors were too busy in the contender\u2019s rounds; by the network alone it would be better.'));
  }
}

function taskTimes(place) {
  const rows = [];
  let last = '';
  const seconds = (v) => cell(amount(v, 's'));
  run.task_times.forEach((t) => {
    if (t.subject !== last) rows.push(element('tr', {}, element('th', { colspan: 13, scope: 'colgroup' }, t.subject)));
    last = t.subject;
    rows.push(element('tr', {}, named(t.contender), seconds(t.seconds), seconds(t.map_computing), seconds(t.map_write), seconds(t.map_other),
      seconds(t.fetch_wait), seconds(t.sort), seconds(t.reduce_computing), seconds(t.reduce_other), cell(amount(t.spilled_bytes, 'bytes')),
      seconds(t.hottest), seconds(t.bound), cell(t.hottest > 0 ? percent((t.hottest - t.bound) / t.hottest) : '')));
  });
  place.append(element('p', { class: 'dim' }, 'Sums over the tasks of a job, means over repetitions. Bound: what the hottest reduce reads from other hosts, through the link of its own.'),
    table([heading('Job and contender'), heading('takes'), heading('maps compute'), heading('write'), heading('other'), heading('reduces wait'), heading('sort'),
      heading('compute'), heading('other'), heading('spilled'), heading('hottest takes'), heading('bound'), heading('above')], rows));
}

function distributions() {
  const shown = run.metrics.filter((m) => m.name !== 'link_bytes');
  if (shown.length === 0) {
    byId('distributions').remove();
    return;
  }
  legend(byId('distributions-legend'), run.contenders.filter((c) => run.distributions.some((d) => d.contender === c)));
  const panels = (place, metrics) => {
    const insides = metrics.map(() => element('div'));
    // All in place before the first is drawn: how many there are decides how wide each is.
    place.append(...metrics.map((metric, i) => element('div', {}, element('h3', {}, metric.title), insides[i])));
    metrics.forEach((metric, i) => distribution(insides[i], metric));
  };
  panels(byId('distributions-panels'), shown.filter((m) => !m.per_subject));
  const perQuery = shown.filter((m) => m.per_subject);
  each('distributions-each', perQuery.length, (place) => panels(place, perQuery));
}

function noise() {
  const rows = noiseRows();
  if (rows.length === 0) {
    byId('noise-note').textContent = 'The baseline did not run twice in the rounds that count, so this run does not show its own noise.';
    return;
  }
  byId('noise-note').textContent = run.noise + ' Dots: single repetitions; mark and whisker: all of them; the band is ±5 %.';
  ratioChart(byId('noise-chart'), 'Ratios of the baseline to itself', rows, { low: 1 / 1.16, high: 1.16, band: 1.05 });
}

function oneRound() {
  if (run.rounds.length === 0) {
    byId('round').remove();
    return;
  }
  const present = run.contenders.filter((name) => run.rounds.some((round) => round.contender === name));
  const contender = element('select', {}, ...present.map((name) => element('option', { value: name }, shortened(name, 40))));
  const repetition = element('select', {});
  byId('round-choice').append(element('label', {}, 'Contender ', contender), element('label', {}, 'Round ', repetition));
  const links = byId('load-choice').querySelector('select');
  const few = 20;
  byId('load-choice').hidden = run.links.length <= few;
  links.append(...(run.links.length > few ? [element('option', { value: few }, few + ' busiest links')] : []),
    element('option', { value: run.links.length }, 'all ' + plural(run.links.length, 'link')));

  const show = () => {
    const round = run.rounds[Number(repetition.value)];
    byId('round-note').textContent = (round.not_counted_because ? 'This round does not count: ' + round.not_counted_because + '. ' : '')
      + 'Lasted ' + amount(round.duration_seconds, 's') + ', processors ' + percent(round.cpu_busy_share) + ' busy.'
      + (round.spans.length < round.spans_total ? ' Shown are the ' + round.spans.length + ' longest of ' + round.spans_total + ' spans.' : '');
    if (run.hosts.length) timeline(byId('timeline'), round);
    if (run.links.length) loadMap(byId('load'), round, Number(links.value));
  };
  const choose = () => {
    const before = (run.rounds[Number(repetition.value)] || {}).repetition;
    repetition.replaceChildren(...run.rounds.map((round, i) => [round, i]).filter(([round]) => round.contender === contender.value)
      .map(([round, i]) => element('option', { value: i }, 'repetition ' + round.repetition
        + (round.not_counted_because ? ', attempt ' + round.attempt + ' (not counted)' : ''))));
    const same = [...repetition.options].find((o) => run.rounds[Number(o.value)].repetition === before && !run.rounds[Number(o.value)].not_counted_because);
    if (same) same.selected = true;
    show();
  };
  contender.addEventListener('change', choose);
  repetition.addEventListener('change', show);
  links.addEventListener('change', show);

  const kinds = () => byId('timeline-legend').replaceChildren(...run.kinds.map((kind, i) => element('span', {},
    element('span', { class: 'key', style: 'background:' + kindColor(i) }), kind)));
  kinds();
  loadLegend();
  redraws.push(kinds);
  if (run.hosts.length === 0) byId('timeline').append(element('p', { class: 'dim' }, 'No round recorded who worked when.'));
  if (run.links.length === 0) {
    byId('load').append(element('p', { class: 'dim' }, 'No round recorded the load of its links.'));
    byId('load-legend').parentElement.remove();
  }
  choose();
}

function linkTable() {
  const contenders = run.contenders.filter((c) => run.links.some((link) => c in link.by_contender));
  each('links', contenders.length ? run.links.length : 0, (place) => place.append(table(
    [heading('Link'), heading('capacity'), ...contenders.map((c) => heading(c, { colspan: 2 }))],
    run.links.map((link) => element('tr', {}, cell(link.link), cell(amount(link.capacity, 'bytes/s')), ...contenders.flatMap((c) => {
      const load = link.by_contender[c];
      return load ? [cell(amount(load.bytes, 'bytes')), cell(percent(load.utilisation))] : [cell('–'), cell('')];
    }))))));
}

function rounds() {
  if (run.rounds.length === 0) {
    byId('rounds-table').append(element('p', {}, 'No round has finished.'));
    return;
  }
  byId('rounds-table').append(table(
    [heading('Round'), heading('contender', { class: 'text' }), heading('attempt'), heading('length'), heading('CPU'), heading('checks', { class: 'text' }), heading('counts', { class: 'text' })],
    run.rounds.map((round) => {
      const failed = round.failed.map((check) => element('div', { class: 'bad' }, check.name + ': ' + check.detail));
      const contender = named(round.contender);
      contender.className = 'text';
      return element('tr', {}, cell('repetition ' + round.repetition), contender, cell(String(round.attempt)),
        cell(amount(round.duration_seconds, 's')), cell(percent(round.cpu_busy_share)),
        element('td', { class: 'reason' }, round.passed + ' passed', ...failed),
        round.not_counted_because ? cell('no: ' + round.not_counted_because, 'reason bad')
          : cell(round.processor_bound ? 'yes, as a bound: processors busy' : 'yes', 'text'));
    })));
}

function described(value) {
  if (Array.isArray(value)) {
    return value.some((item) => item !== null && typeof item === 'object')
      ? element('div', {}, ...value.map((item) => element('div', { class: 'item' }, described(item)))) : document.createTextNode(value.join(', '));
  }
  if (value !== null && typeof value === 'object') {
    return element('dl', {}, ...Object.entries(value).flatMap(([key, inner]) => [element('dt', {}, key), element('dd', {}, described(inner))]));
  }
  return document.createTextNode(String(value));
}

facts();
comparison();
pairs(byId('pairs'), false);
gaps();
each('slowdowns', run.slowdowns.length, slowdowns);
each('pairs-each', run.pairs.flatMap((pair) => pair.comparisons).filter(perSubject).length, (place) => pairs(place, true));
figures(byId('figures-table'), run.metrics.filter((m) => !m.per_subject));
const perQueryMetrics = run.metrics.filter((m) => m.per_subject);
each('figures-each', perQueryMetrics.length, (place) => figures(place, perQueryMetrics));
each('task-times', run.task_times.length, taskTimes);
distributions();
noise();
oneRound();
linkTable();
rounds();
byId('scenario').append(described(run.scenario));
byId('environment').append(described(run.environment));
