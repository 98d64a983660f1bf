/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a bisection has found. The answers of all compilers come from its log,
   which is that of `git bisect`: a command for each, and before it remarks with
   the subject of the commit and with why it was answered so. */

const FILES_SHOWN = 8; /* of a commit, before the rest is folded away */
const SHORT_DIGITS = 12;

/* ---- a commit or a version ---- */

const isCommit = name => /^[0-9a-f]{40}$/.test(name);
const baseName = path => path.slice(path.lastIndexOf('/') + 1);

function pointTitle({ name, version }) {
  if (isCommit(name))
    return name.slice(0, SHORT_DIGITS);
  return baseName(name) + (version ? ' (' + version + ')' : '');
}

/* What its compiler does with the file. */
function pointDoes({ answer, detail }, file) {
  const wrong = report.bisection.wrong_code;
  const word = { unknown: 'was not tested', skip: 'cannot be tested',
    bad: wrong ? 'builds ' + file + ' wrong' : 'crashes',
    good: wrong ? 'builds ' + file + ' right'
      : (detail ? 'rejects ' : 'compiles ') + file }[answer];
  return detail ? word + ': ' + detail : word;
}

function fullName(point) {
  return code(isCommit(point.name) ? point.name : pointTitle(point));
}

function fileRow(file) {
  return make('li', '', code(file));
}

function filesFact(point) {
  const files = point.files || [];
  const shown = files.length <= FILES_SHOWN + 2 ? files.length : FILES_SHOWN;
  if (!files.length)
    return [];
  const parts = [make('ul', 'files', files.slice(0, shown).map(fileRow))];
  if (shown < files.length)
    parts.push(make('details', '', make('summary', '',
      files.length + leftOut(point, 'files') - shown + ' more'),
    make('ul', 'files', firstRows({ ...point, files: files.slice(shown) },
      'files', fileRow, text => make('li', 'note', text)))));
  return [factRow('Files', parts)];
}

function foundFacts(point) {
  return [factRow(isCommit(point.name) ? 'First bad commit'
    : 'First bad version', fullName(point)),
  ...fact('Subject', point.subject), ...fact('Author', point.author),
  ...fact('Date', point.author_date), ...filesFact(point)];
}

/* A parent that was not tested is older than one that was. */
function parentFact(point, i) {
  const file = report.bisection.checked ? 'it' : 'the original file';
  const does = point.answer === 'unknown' && !point.detail
    ? 'is older than one that is fine' : pointDoes(point, file);
  return factRow(i ? 'and' : 'Before it', code(pointTitle(point)), ' ',
    cut(does));
}

function suspectFact(point, i) {
  return factRow(i ? 'or' : 'One of', fullName(point), ' ',
    make('bdi', '', cut(point.subject || '')), make('br'),
    make('span', 'muted', cut(pointDoes(point, 'it'))));
}

/* ---- the whole ---- */

function costFact({ probes, built, cached, skipped, good, bad, commits,
  repository, ms }) {
  const seconds = Math.floor(ms / 1000);
  const parts = [count(probes, 'compiler') + ' tested' + (built || cached
    ? ' (' + built + ' built, ' + cached + ' from the cache)' : '')];
  if (skipped)
    parts.push(skipped + ' skipped');
  if (good && bad)
    parts.push(count(commits, repository ? 'commit' : 'version') + ' between ' +
      good + ' and ' + bad);
  parts.push(seconds < 10 ? time(Math.max(ms, 100)) : seconds < 600
    ? seconds + ' s' : Math.floor(seconds / 60) + ' min');
  return fact('Search', parts.join(', '));
}

function bisectionFacts(found) {
  const one = found.end === 'found';
  const facts = one
    ? [...foundFacts(found.suspects[0]), ...found.parents.map(parentFact)]
    : found.end === 'suspects' ? firstRows(found, 'suspects',
      suspectFact, text => factRow('or', text)) : [];
  facts.push(...fact(one ? 'Doubt' : 'No single one', found.problem));
  if (found.flaky)
    facts.push(...fact('Not certain', (found.wrong_code ? 'the wrong code' : 'the crash') + ' comes and goes' +
      (found.flaky_detail ? ': ' + found.flaky_detail : '')));
  if (one)
    facts.push(factRow('Reduced file', found.checked
      ? (found.wrong_code ? 'is wrong' : 'crashes') + ' with it too, and not before it'
      : 'was not tested with these compilers'));
  facts.push(...fact('Reduction', found.moved));
  if (found.repository)
    facts.push(...fact('Repository', found.repository +
      (found.first_parent ? ', first parents only' : '')));
  return [...facts, ...costFact(found)];
}

/* ---- the answers ---- */

const ANSWERS = { good: ['works', '\u2713'], bad: ['crashes', '\u2717'],
  skip: ['unknown', '?'] };

function readLog(log) {
  const answers = [];
  let subject = '', detail;
  for (const line of log.split('\n')) {
    const remark = /^# (?:good|bad|skip):? ?(?:\[.*?\] (.*))?/.exec(line);
    const command = /^git bisect (good|bad|skip):? ?(.*)/.exec(line);
    if (remark)
      [subject, detail] = [remark[1] || '', undefined];
    else if (line.startsWith('# detail: ') && !detail)
      detail = line.slice('# detail: '.length);
    else if (command) {
      answers.push({ word: command[1], name: command[2], subject, detail });
      [subject, detail] = ['', undefined];
    }
  }
  return answers;
}

function answerRow({ word, name, subject, detail }) {
  return make('tr', '', rowHead(code(pointTitle({ name })), ' ',
    make('bdi', '', cut(subject))), ending(...ANSWERS[word], word, detail));
}

function drawBisection() {
  const found = report.bisection;
  if (!found)
    return;
  show('bisection');
  partOf('bisection', 'dl').append(...bisectionFacts(found));
  const answers = readLog(found.log || '');
  if (answers.length)
    partOf('answers', 'tbody').append(...firstRows({ answers }, 'answers',
      answerRow, text => wideRow(2, text)));
  if (leftOut(found, 'log'))
    partOf('answers', 'tbody').append(wideRow(2, 'The rest is left out here.'));
  find('answers').hidden = !answers.length;
}
