/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tests of each pass, as a bar with a part for each verdict, and as a table.
   Each verdict has a colour and a pattern of its own; the order is that of the
   legend. Verdicts that no test got have no column. */

/* Marks over a colour, for readers who cannot distinguish the colours. */
const PATTERNS = {
  uninteresting: [],
  interesting: [],
  invalid: ['M0 6L6 0'],
  overruled: ['M0 0L6 6', 'M0 6L6 0'],
  timeout: ['M3 0V6'],
  'resource-out': ['M0 3H6']
};

const sum = list => list.reduce((a, b) => a + b, 0);

function patternOf(verdict) {
  return makeSvg('pattern', { id: 'p-' + verdict, width: 6, height: 6,
    patternUnits: 'userSpaceOnUse' },
  makeSvg('rect', { width: 6, height: 6, class: 'v-' + verdict }),
  ...(PATTERNS[verdict] || []).map(d =>
    makeSvg('path', { d, class: 'v-mark' })));
}

function filled(verdict, width) {
  return makeSvg('svg', { width, height: 14, 'aria-hidden': 'true' },
    makeSvg('rect', { width: '100%', height: 14,
      fill: 'url(#p-' + verdict + ')' }));
}

/* A part of few tests is still seen: the style has a least width. */
function bar(pass, verdicts, most) {
  const element = make('span', 'bar');
  element.style.width = sum(verdicts.map(verdict => pass[verdict])) / most *
    100 + '%';
  for (const verdict of verdicts.filter(each => pass[each])) {
    const part = make('span', 'part', filled(verdict, '100%'));
    part.style.flexGrow = pass[verdict];
    element.append(part);
  }
  return make('span', 'track', element);
}

function drawChart(passes, verdicts) {
  const all = pass => sum(verdicts.map(verdict => pass[verdict]));
  const most = passes.reduce((a, pass) => Math.max(a, all(pass)), 1);
  find('chart').before(makeSvg('svg', { width: 0, height: 0, class: 'hidden',
    'aria-hidden': 'true' }, makeSvg('defs', {}, ...verdicts.map(patternOf))));
  find('chart-legend').append(...verdicts.map(verdict =>
    make('li', '', filled(verdict, 14), ' ' + verdict)));
  find('chart').append(...passes.map(pass => {
    const row = make('div', 'chart-row', make('span', 'chart-name', pass.name),
      bar(pass, verdicts, most), make('span', 'chart-sum', number(all(pass))));
    row.title = pass.name + ': ' + verdicts.filter(verdict => pass[verdict])
      .map(verdict => number(pass[verdict]) + ' ' + verdict).join(', ');
    return row;
  }));
}

function drawTests() {
  if (!report.passes.length)
    return;
  const total = { name: 'all' };
  for (const verdict of Object.keys(report.passes[0]))
    if (verdict !== 'name')
      total[verdict] = sum(report.passes.map(pass => pass[verdict]));
  const verdicts = Object.keys(total).filter(key => key !== 'name' &&
    total[key]);
  const passes = report.passes.slice(0, ROWS_MOST);
  show('tests');
  find('tests-text').textContent = verdicts.map(verdict =>
    number(total[verdict]) + ' ' + verdict).join(', ') + '.';
  if (!verdicts.length)
    find('tests-text').textContent = 'No test was run.';
  if (leftOut(report, 'passes'))
    find('tests-text').append(' Of the first ' +
      number(report.passes.length) + ' passes.');
  drawChart(passes, verdicts);
  partOf('tests', 'thead').append(make('tr', '', head('Pass', 'word'),
    [...verdicts, 'all'].map(verdict => head(verdict))));
  partOf('tests', 'tbody').append(...[...passes, total].map(pass =>
    make('tr', '', rowHead(cut(pass.name)),
      verdicts.map(verdict => numberCell(pass[verdict])),
      numberCell(sum(verdicts.map(verdict => pass[verdict]))))));
}
