/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tests of each pass as a bar, a part a verdict. Each verdict has a colour
   and a pattern of its own; the order is that of the legend. */

/* Marks over a colour, for those who do not tell colours apart. */
const PATTERNS = {
  uninteresting: [],
  interesting: [],
  invalid: ['M0 6L6 0'],
  overruled: ['M0 0L6 6', 'M0 6L6 0'],
  timeout: ['M3 0V6'],
  'resource-out': ['M0 3H6']
};

function patternOf(verdict) {
  return makeSvg('pattern', { id: 'p-' + verdict, width: 6, height: 6,
    patternUnits: 'userSpaceOnUse' },
  makeSvg('rect', { width: 6, height: 6, class: 'v-' + verdict }),
  ...PATTERNS[verdict].map(d => makeSvg('path', { d, class: 'v-mark' })));
}

function filled(verdict, width) {
  return makeSvg('svg', { width, height: 14, 'aria-hidden': 'true' },
    makeSvg('rect', { width: '100%', height: 14,
      fill: 'url(#p-' + verdict + ')' }));
}

/* A part of few tests is still seen: the style has a least width. */
function bar(verdicts, shown, all, most) {
  const element = make('span', 'bar');
  element.style.width = all / most * 100 + '%';
  for (const i of shown) {
    if (!verdicts[i])
      continue;
    const part = make('span', 'part', filled(data.verdicts[i], '100%'));
    part.style.flexGrow = verdicts[i];
    element.append(part);
  }
  return make('span', 'track', element);
}

function startChart() {
  const sum = list => list.reduce((a, b) => a + b, 0);
  const shown = data.verdicts.map((_, i) => i).filter(i =>
    data.passes.some(([, verdicts]) => verdicts[i]));
  const most = Math.max(1, ...data.passes.map(([, verdicts]) => sum(verdicts)));
  find('chart').before(makeSvg('svg', { width: 0, height: 0,
    class: 'hidden', 'aria-hidden': 'true' },
  makeSvg('defs', {}, ...data.verdicts.map(patternOf))));
  shown.forEach(i => find('chart-legend').append(
    make('li', '', filled(data.verdicts[i], 14), ' ' + data.verdicts[i])));
  for (const [name, verdicts] of data.passes) {
    const title = shown.filter(i => verdicts[i]).map(i =>
      number(verdicts[i]) + ' ' + data.verdicts[i]).join(', ');
    const row = make('div', 'chart-row', make('span', 'chart-name', name),
      bar(verdicts, shown, sum(verdicts), most),
      make('span', 'chart-sum', number(sum(verdicts))));
    row.title = name + ': ' + title;
    find('chart').append(row);
  }
  find('chart-figure').hidden = false;
  find('tests-details').open = false;
}
