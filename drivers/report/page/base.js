/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The scripts of the page, joined: base, lexer, diff, texts, stepper, plot,
   chart, main. Texts of a report only ever become text nodes. */
'use strict';

/* What page_data.c wrote. */
const data = JSON.parse(document.getElementById('data').textContent);

const find = id => document.getElementById(id);

/* An element with a class (or none), and what is in it: nodes and strings, or
   lists of them, which may be long. */
function make(name, className, ...inside) {
  const element = document.createElement(name);
  if (className)
    element.className = className;
  for (const part of inside.flat())
    element.append(part);
  return element;
}

function makeSvg(name, attributes, ...inside) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes)
    element.setAttribute(key, attributes[key]);
  element.append(...inside);
  return element;
}

/* As page_add_number and page_add_time do. */
function number(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

function count(value, noun) {
  return number(value) + ' ' + noun + (value === 1 ? '' : 's');
}

function time(ms) {
  const seconds = Math.floor(ms / 1000);
  if (ms < 100)
    return ms + ' ms';
  if (seconds < 60)
    return seconds + '.' + Math.floor(ms % 1000 / 100) + ' s';
  if (seconds < 3600)
    return Math.floor(seconds / 60) + ' min ' + seconds % 60 + ' s';
  return Math.floor(seconds / 3600) + ' h ' +
    Math.floor(seconds / 60) % 60 + ' min';
}

/* Tells those who do not see the page. */
function say(text) {
  find('said').textContent = text;
}
