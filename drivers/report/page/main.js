/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Starts the parts that the page has, the buttons that copy, and the theme. */

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

/* What a button copies: what is shown, if that is all; else the text of which
   it is the head, if the page has it; else null. */
function wholeText(pre) {
  const cut = pre.parentElement.nextElementSibling;
  if (!cut || !cut.classList.contains('note'))
    return () => pre.textContent;
  if (pre.id === 'original-text' && data.steps.length && texts.has(0))
    return () => texts.at(0);
  return null;
}

function startCopying() {
  for (const button of document.querySelectorAll('button.copy')) {
    const text = wholeText(find(button.dataset.copy));
    if (!text)
      continue;
    button.hidden = false;
    button.addEventListener('click', () => copy(button, text()));
  }
}

startTheme();
startCopying();
document.querySelectorAll('pre.source').forEach(colourSource);
if (data.steps.length) {
  stepper.start();
  plot.start();
}
if (data.passes.length)
  startChart();
document.documentElement.dataset.ready = 'yes';
