/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Draws the parts of the page, and starts the buttons that copy and the theme. */

const THEMES = ['automatic', 'light', 'dark'];

/* Storage may be forbidden, as for some pages of file://. */
function stored(value) {
  try {
    if (value !== undefined)
      localStorage.setItem('theme', value);
    return localStorage.getItem('theme');
  } catch (error) {
    return null;
  }
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  find('theme').textContent = 'Theme: ' + name;
}

function startTheme() {
  const known = stored();
  setTheme(THEMES.includes(known) ? known : 'automatic');
  find('theme').hidden = false;
  find('theme').addEventListener('click', () => {
    const now = THEMES.indexOf(document.documentElement.dataset.theme);
    const next = THEMES[(now + 1) % THEMES.length];
    setTheme(next);
    stored(next);
  });
}

/* Where there is no clipboard (file:// in some browsers), through a selection. */
function copyBySelection(text) {
  const field = make('textarea', 'hidden', text);
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}

async function copy(button, text) {
  let copied = false;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch (error) {
    copied = copyBySelection(text);
    button.focus();
  }
  const word = copied ? 'Copied' : 'Not copied';
  button.textContent = word;
  say(word);
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

/* What is shown in part only is copied if the page has the whole. */
function startCopying() {
  for (const button of document.querySelectorAll('button.copy')) {
    const shown = find(button.dataset.copy);
    const rest = shown.parentElement.nextElementSibling;
    const isCut = rest && rest.classList.contains('note');
    const hasWhole = shown.id === 'original-text' && texts.has(0);
    if (isCut && !hasWhole)
      continue;
    button.hidden = false;
    button.addEventListener('click', () =>
      copy(button, hasWhole ? texts.at(0) : shown.textContent));
  }
}

function drawFrame() {
  const { made_by: madeBy, date } = report;
  const title = document.querySelector('h1');
  title.replaceChildren(...whole(title.textContent));
  find('made-by').replaceChildren('Report of ' + (madeBy || 'clang-hdd'),
    date ? make('span', 'date', ' on ' + date) : '');
  for (const section of document.querySelectorAll('section:not([hidden])')) {
    const link = make('a', '', section.querySelector('h2').textContent);
    link.href = '#' + section.id;
    find('contents').append(make('li', '', link));
  }
}

startTheme();
drawFigures();
drawCrash();
drawCase();
drawOptions();
drawMatrix();
drawBisection();
if (lastStep) {
  stepper.start();
  show('course');
  plot.start();
  drawStepTable();
}
drawTests();
drawOthers();
drawFrame();
startCopying();
document.documentElement.dataset.ready = 'yes';
