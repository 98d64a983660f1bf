/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts of a report as lists, its texts, the other compilers and crashes. A
   fact that is not known has no row: a page full of "unknown" hides what is
   known. One is always there, because its absence is a fact: whether the text is
   valid. */

/* ---- facts ---- */

function factRow(name, ...inside) {
  return make('div', '', make('dt', '', name), make('dd', '', ...inside));
}

/* A fact in words, if it is known. */
function fact(name, value) {
  return value ? [factRow(name, cut(value, VALUE_MOST))] : [];
}

/* The same as it was typed or printed. */
function codeFact(name, value) {
  return value ? [factRow(name, code(value, VALUE_MOST))] : [];
}

function change(name, before, after) {
  const arrow = make('span', '', '\u2192');
  arrow.ariaHidden = 'true';
  return factRow(name, make('span', 'was', number(before), ' ', arrow,
    make('span', 'hidden', 'to')), ' ', make('b', '', number(after)));
}

function drawFigures() {
  const { before, after } = report;
  show('figures').append(
    change('Tokens', before.tokens, after.tokens),
    change('Lines', report.original_lines, report.reduced_lines),
    change('Bytes', before.bytes, after.bytes),
    factRow('Tests', make('b', '', number(report.tests))),
    factRow('Time', make('b', '', time(report.ms))));
}

/* What had to stay, where that is no crash by its signature. */
function propertyFact({ property, pattern, script, limit }) {
  switch (property) {
  case 'pattern':
    return codeFact('Output matches', pattern);
  case 'script':
    return codeFact('Succeeds', script);
  case 'hang':
    return fact('Does not end', 'within ' + limit / 1000 + ' s');
  case 'memory':
    return fact('Takes memory', 'more than ' + Math.floor(limit / 2 ** 20) +
      ' MiB');
  default:
    return [];
  }
}

function stageFacts({ stage, pass, kind, named_by: namedBy, confirmed, limit,
  exposed_by: exposedBy, rivals }) {
  if (!stage && !pass)
    return [];
  const inside = [cut(stage || '')];
  if (pass)
    inside.push(stage ? ', ' : '', kind ? cut(kind) + ' pass ' : 'pass ',
      code(pass));
  if (rivals)
    inside.push(', or one of ', cut(rivals));
  if (namedBy)
    inside.push(', named by ', cut(namedBy));
  return [factRow('Stage and pass', inside), ...codeFact('Gone with', confirmed),
    ...codeFact('There with', limit), ...codeFact('Which lets run', exposedBy)];
}

const VALIDITIES = {
  '': 'not known',
  valid: 'yes',
  tolerated: 'accepted, but not valid C: ',
  invalid: 'no'
};

/* Another compiler that accepts the text comes before the judge. */
function validityFact() {
  const { valid, validity, judge, judge_class: says } = report;
  const witness = report.matrix.find(row => !row.self && row.end === 'works');
  const keyword = report.crash.property === 'crash' && /^(in)?valid$/.test(validity)
    ? ' (ice-on-' + validity + '-code)' : '';
  const word = VALIDITIES[validity] + keyword +
    (validity === 'tolerated' ? cut(report.breaks) : '');
  const by = valid && witness ? ['; ', code(witness.program), ' compiles it']
    : judge && says ? ['; ', code(judge), ' says: ' + cut(says)] : [];
  return factRow('Valid code', word, by);
}

function effortFact() {
  const { tests, flag_tests: flagTests, ms, jobs, minimal } = report;
  return factRow('Reduction', number(tests) + ' tests' +
    (flagTests ? ' and ' + number(flagTests) + ' for the options' : '') +
    ' in ' + time(ms) + (jobs > 1 ? ', ' + jobs + ' at a time' : '') +
    (minimal ? '; nothing more can be removed by any pass'
      : '; it was stopped, more may be removed'));
}

function drawCrash() {
  const { crash, compiler } = report;
  const place = [crash.function, crash.place].filter(Boolean).join(', ');
  const given = crash.command !== crash.reduced_command ? crash.command : '';
  if (crash.property === 'wrong-code')
    find('crash-title').textContent = 'The wrong code';
  partOf('crash', 'dl').append(...propertyFact(crash),
    ...codeFact('Signature', crash.signature),
    ...codeFact('Message', crash.message),
    ...codeFact('In the compiler', place),
    ...stageFacts(report.triage),
    ...codeFact('Command', crash.reduced_command),
    ...codeFact('Command as given', given),
    ...fact('Compiler', compiler.version),
    ...codeFact('Built from', compiler.built_from),
    ...codeFact('Target', compiler.target),
    ...fact('System', compiler.system),
    validityFact(),
    ...fact('Test for the testsuite', crash.test_run),
    ...fact('Regression', report.last_good && report.last_good + ' works'),
    effortFact());
}

/* ---- texts ---- */

/* Colours a source; its lines get numbers. */
function drawSource(id) {
  const lines = lexLines(find(id).textContent);
  find(id).replaceChildren(make('code', '', lines.map((line, i) => [
    make('span', 'l', lineNodes(line)), i < lines.length - 1 ? '\n' : '']
  ).flat()));
}

function drawCase() {
  const size = (measure, lines) => count(measure.tokens, 'token') + ', ' +
    count(lines, 'line');
  find('reduced-name').textContent = report.reduced_name || '';
  find('reduced-size').textContent = size(report.after, report.reduced_lines);
  find('original-size').textContent = 'The original, ' +
    size(report.before, report.original_lines);
  find('original-name').textContent = (report.original_name || '') +
    (report.preprocessed ? ', preprocessed' : '');
  drawSource('reduced-text');
  drawSource('original-text');
}

/* ---- options, compilers, other crashes ---- */

function words(name, key) {
  return factRow(name, report.crash[key].length ? firstRows(report.crash, key,
    word => [make('code', 'word', cut(word)), ' '], rest => [rest]).flat()
    : 'none');
}

function drawOptions() {
  const { flags, removed_flags: removed } = report.crash;
  if (!flags.length && !removed.length)
    return;
  show('options');
  partOf('options', 'dl').append(words('Needed', 'flags'),
    words('Not needed', 'removed_flags'));
}

const MATRIX_ENDS = {
  works: ['works', '\u2713'],
  crashes: ['crashes', '\u2717'],
  'other crash': ['crashes', '\u2260'],
  rejects: ['rejects', '\u2013'],
  'unknown option': ['unknown', '?'],
  'too slow': ['unknown', '\u2026']
};

/* The ends of a row that is about the program that is built. */
const BUILT_ENDS = {
  works: 'right',
  crashes: 'wrong',
  'other crash': 'wrong otherwise',
  rejects: 'does not build'
};

function matrixWord({ builds }, end) {
  return builds && BUILT_ENDS[end] || end;
}

function matrixRow(row) {
  const levels = row.levels.length ? 'also ' + row.levels.join(', ') : '';
  return make('tr', row.self ? 'self' : '',
    rowHead(code(row.program), ' ', make('span', 'version', cut(row.version)),
      row.self ? [' ', make('span', 'muted', '(this report)')] : [],
      row.options ? [make('br'), make('code', 'small', cut(row.options))] : [],
      levels ? [' ', make('span', 'small', levels)] : []),
    make('td', '', cut(row.target)),
    ending(...MATRIX_ENDS[row.end], matrixWord(row, row.end), remark(row)));
}

/* What a row says besides its end, as in the text. */
function remark(row) {
  const { end, detail, habits, more, then } = row;
  const why = end === 'rejects' && more && habits.length
    ? habits.join(', ').replaceAll('-', ' ') : detail;
  const only = then === 'works' ? ' only' : '';
  return more ? [why, matrixWord(row, then) + only + ' with ' + more]
    .filter(Boolean).join('; ') : why;
}

function drawMatrix() {
  const { matrix } = report;
  if (!matrix.length)
    return;
  const amounts = Object.keys(MATRIX_ENDS).map(end =>
    [matrixWord(matrix[0], end), matrix.filter(row => row.end === end).length]);
  show('compilers');
  find('compilers-text').textContent = amounts.filter(([, amount]) => amount)
    .map(([end, amount]) => end + ': ' + amount).join(', ') + '.';
  partOf('compilers', 'tbody').append(...firstRows(report, 'matrix', matrixRow,
    text => wideRow(3, text)));
}

function drawOthers() {
  if (!report.others.length)
    return;
  show('others');
  partOf('others', 'ul').append(...firstRows(report, 'others',
    ({ line, file }) => make('li', '', code(line, VALUE_MOST), file
      ? [' ', make('span', 'muted', 'in ' + cut(file))] : []),
    text => make('li', '', text)));
}
