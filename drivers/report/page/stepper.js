/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One accepted step at a time: what it changed, as a diff. Long runs of lines are
   folded until somebody asks for them, so that a step that removes twenty
   thousand lines is shown at once. */

const CONTEXT = 3;         /* equal lines around a change */
/* Removed and added lines in a row that are shown unasked. What is removed says
   little: its ends are shown. */
const LONGEST_RUN = { gone: 12, new: 40 };
const MOST_ROWS = 600;     /* shown unasked in all */
const MOST_TOKENS = 60000; /* of a change whose tokens are compared */
const UNFOLDED_AT_ONCE = 2000;
const MOST_RUNS = 300;     /* in the menu */

/* Which tokens of the two runs of lines differ, a set for each line; null if
   there is nothing in common worth showing. */
function markTokens(oldLines, newLines) {
  const amount = lines => lines.reduce((sum, line) => sum + line.length, 0);
  if (!oldLines.length || !newLines.length ||
    amount(oldLines) + amount(newLines) > MOST_TOKENS)
    return null;
  const flatten = lines => lines.flatMap((line, i) =>
    line.map(([, text], j) => ({ text, i, j })));
  const a = flatten(oldLines), b = flatten(newLines);
  const marks = [oldLines.map(() => new Set()), newLines.map(() => new Set())];
  for (const [a0, a1, b0, b1] of
    changes(a.map(one => one.text), b.map(one => one.text))) {
    a.slice(a0, a1).forEach(({ i, j }) => marks[0][i].add(j));
    b.slice(b0, b1).forEach(({ i, j }) => marks[1][i].add(j));
  }
  return marks;
}

/* The rows of a change. */
function changeRows(oldLines, newLines, [a0, a1, b0, b1]) {
  const removed = oldLines.slice(a0, a1), added = newLines.slice(b0, b1);
  const marks = markTokens(removed, added);
  return [
    ...removed.map((tokens, i) => ({ kind: 'gone', old: a0 + i + 1, tokens,
      marked: marks && marks[0][i] })),
    ...added.map((tokens, i) => ({ kind: 'new', now: b0 + i + 1, tokens,
      marked: marks && marks[1][i] }))
  ];
}

function equalRows(oldLines, from, now, amount) {
  return oldLines.slice(from, from + amount).map((tokens, i) =>
    ({ kind: 'same', old: from + i + 1, now: now + i + 1, tokens }));
}

/* The middle of a run of rows becomes a fold. */
function fold(rows, head, tail) {
  if (rows.length <= head + tail + 1)
    return rows;
  const end = rows.length - tail;
  return [...rows.slice(0, head), { kind: 'fold', rows: rows.slice(head, end) },
    ...rows.slice(end)];
}

/* The lines of the text after a step, those of the last two kept: going on by
   one step then needs one text. */
const lexed = new Map();

function linesAfter(step) {
  let lines = lexed.get(step);
  if (!lines) {
    const text = texts.at(step);
    lines = { tokens: lexLines(text), plain: text.split('\n') };
    lines.plain.length = lines.tokens.length;
    lexed.set(step, lines);
    if (lexed.size > 2)
      lexed.delete(lexed.keys().next().value);
  }
  return lines;
}

function diffRows(from, to) {
  const before = linesAfter(from), after = linesAfter(to);
  const oldLines = before.tokens, newLines = after.tokens;
  const list = changes(before.plain, after.plain);
  const rows = [];
  let x = 0, y = 0;
  list.forEach((change, i) => {
    rows.push(...fold(equalRows(oldLines, x, y, change[0] - x),
      i ? CONTEXT : 0, CONTEXT));
    const [gone, fresh] = [[], []];
    changeRows(oldLines, newLines, change).forEach(row =>
      (row.kind === 'gone' ? gone : fresh).push(row));
    for (const [run, longest] of [[gone, LONGEST_RUN.gone],
      [fresh, LONGEST_RUN.new]])
      rows.push(...(run.length > longest ? fold(run, longest / 2, 5) : run));
    [, x, , y] = change;
  });
  rows.push(...fold(equalRows(oldLines, x, y, oldLines.length - x), CONTEXT,
    0));
  return { rows: rows.length > MOST_ROWS ? fold(rows, MOST_ROWS, 0) : rows,
    same: !list.length };
}

const MARKS = { gone: '\u2212', new: '+', same: '' };
const SPOKEN = { gone: 'removed', new: 'added', same: '' };

function rowElement(row) {
  if (row.kind === 'fold')
    return foldElement(row.rows);
  const element = make('tr', 'd-' + row.kind);
  /* Where all is marked, nothing is pointed out. */
  const some = row.marked && row.marked.size < row.tokens.length
    ? row.marked : null;
  const [tokens, marked] = isLong(row.tokens) ? shorten(row.tokens, some)
    : [row.tokens, some];
  const code = make('td', 'd-code', lineNodes(tokens, marked,
    row.kind === 'gone' ? 'del' : 'ins'));
  const mark = make('td', 'd-mark', make('span', 'hidden', SPOKEN[row.kind]));
  mark.dataset.mark = MARKS[row.kind];
  const places = [row.old, row.now].map(line => {
    const place = make('td', 'd-line');
    place.dataset.line = line || '';
    return place;
  });
  element.append(...places, mark, code);
  return element;
}

/* How many lines the rows stand for, folded ones included. */
function lineCount(rows) {
  return rows.reduce((sum, row) => sum +
    (row.kind === 'fold' ? lineCount(row.rows) : 1), 0);
}

function foldLabel(rows) {
  const kinds = new Set(rows.map(row => row.kind));
  const lines = count(lineCount(rows), 'more line');
  if (kinds.size > 1 || kinds.has('fold'))
    return lines;
  return count(rows.length, rows[0].kind === 'same' ? 'line' : 'more line') +
    (rows[0].kind === 'same' ? ' as before' : ' ' + SPOKEN[rows[0].kind]);
}

function foldElement(rows) {
  const button = make('button', 'unfold', foldLabel(rows));
  button.type = 'button';
  const cell = make('td', '', button);
  cell.colSpan = 4;
  const element = make('tr', 'd-fold', cell);
  button.addEventListener('click', () => {
    const shown = rows.slice(0, UNFOLDED_AT_ONCE).map(rowElement);
    const rest = rows.slice(UNFOLDED_AT_ONCE);
    if (rest.length)
      shown.push(foldElement(rest));
    element.replaceWith(...shown);
    find('step-diff').focus();
  });
  return element;
}

function diffElement(step) {
  if (!texts.has(step))
    return make('p', 'note', 'The text of this step is left out of the page.');
  const before = texts.before(step);
  if (before < 0)
    return make('p', 'note', 'The texts before this step are left out of the ' +
      'page; the steps after it are shown.');
  const { rows, same } = diffRows(before, step);
  const note = before === step - 1 ? []
    : [make('p', 'note', 'Compared with ' + (before
      ? 'step ' + number(stepNumber(before))
      : 'the original') + ', as the texts between are left out of the page.')];
  if (same)
    return make('p', 'note', 'No line changed, at most the newline at the ' +
      'end.');
  return make('div', '', note, make('table', 'diff',
    make('caption', 'hidden', 'Lines that step ' + stepNumber(step) +
      ' changed'),
    make('colgroup', '', make('col', 'd-line'), make('col', 'd-line'),
      make('col', 'd-mark'), make('col')),
    make('tbody', '', rows.map(rowElement))));
}

/* The section; others hear of a new step through `listeners`. */
const stepper = {
  step: 1,
  listeners: [],

  show(step) {
    this.step = Math.max(1, Math.min(lastStep, step));
    const now = stepFacts(this.step), before = stepFacts(this.step - 1);
    find('step-read').replaceChildren(
      make('b', '', 'Step ' + number(stepNumber(this.step)) + ' of ' +
        number(stepNumber(lastStep))),
      ', pass ', make('code', '', now.pass), ', round ' + now.round + ': ' +
      number(before.tokens) + ' \u2192 ' + count(now.tokens, 'token') +
      ', ' + number(before.bytes) + ' \u2192 ' + count(now.bytes, 'byte') +
      ', after ' + count(now.tests, 'test') + ' and ' + time(now.ms) + '.');
    find('step-slider').value = this.step;
    find('step-slider').setAttribute('aria-valuetext', 'step ' +
      stepNumber(this.step) + ', ' + now.pass + ', ' + count(now.tokens, 'token'));
    /* A button that is disabled would lose the focus. */
    find('step-previous').ariaDisabled = String(this.step === 1);
    find('step-next').ariaDisabled = String(this.step === lastStep);
    find('step-pass').selectedIndex = firstFrom(this.runEnds, this.step);
    find('step-diff').replaceChildren(diffElement(this.step));
    find('step-diff').scrollTop = 0;
    this.listeners.forEach(tell => tell(this.step));
  },

  /* Steps that a pass made in a row, or, if those are too many for a menu, all
     of a round. */
  runs: [],
  runEnds: [],

  findRuns(same) {
    const runs = [];
    for (let step = 1; step <= lastStep; step++) {
      const facts = stepFacts(step);
      const open = runs[runs.length - 1];
      if (open && same(open, facts))
        open.to = step;
      else
        runs.push({ pass: facts.pass, round: facts.round, from: step,
          to: step });
    }
    return runs;
  },

  fillPasses() {
    const sameRound = (a, b) => a.round === b.round;
    this.runs = this.findRuns((a, b) => a.pass === b.pass && sameRound(a, b));
    const many = this.runs.length > MOST_RUNS;
    if (many)
      this.runs = this.findRuns(sameRound).slice(0, MOST_RUNS);
    this.runEnds = this.runs.map(run => run.to);
    for (const run of this.runs)
      find('step-pass').append(make('option', '',
        (many ? '' : run.pass + ', ') + 'round ' + run.round + ' (' +
        stepNumber(run.from) + (run.to > run.from
        ? '\u2013' + stepNumber(run.to) : '') + ')'));
  },

  key(event) {
    const inField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (inField || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const to = { j: this.step + 1, ArrowRight: this.step + 1,
      k: this.step - 1, ArrowLeft: this.step - 1, Home: 1,
      End: lastStep }[event.key];
    if (to === undefined)
      return;
    event.preventDefault();
    this.show(to);
  },

  start() {
    const slider = find('step-slider');
    slider.max = lastStep;
    this.fillPasses();
    slider.addEventListener('input', () => this.show(Number(slider.value)));
    find('step-previous').addEventListener('click',
      () => this.show(this.step - 1));
    find('step-next').addEventListener('click', () => this.show(this.step + 1));
    find('step-pass').addEventListener('change', event =>
      this.show(this.runs[event.target.selectedIndex].from));
    find('steps').addEventListener('keydown', event => this.key(event));
    show('steps');
    this.show(1);
    this.follow();
    window.addEventListener('hashchange', () => this.follow());
  },

  /* A link such as report.html#step-12. */
  follow() {
    const asked = /^#step-(\d+)$/.exec(location.hash);
    if (!asked)
      return;
    this.show(Number(asked[1]) - leftOut(report, 'steps'));
    find('steps').scrollIntoView();
  }
};
