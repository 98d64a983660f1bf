/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The scripts of the page, joined in the order of embed.cmake. They draw
   report.json; its texts only ever become text nodes. */
'use strict';

const VALUE_MOST = 4000; /* characters of a fact */
const CELL_MOST = 500;   /* of a text in a table or list, */
const ROWS_MOST = 500;   /* and rows of one */
const WORD_MOST = 24;    /* of a word that fits on a line of a phone */

/* Its strings are as they are shown. */
const report = JSON.parse(document.getElementById('data').textContent);

const find = id => document.getElementById(id);
const partOf = (id, part) => find(id).querySelector(part);

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

function show(id) {
  find(id).hidden = false;
  return find(id);
}

function number(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

function count(value, noun) {
  return number(value) + ' ' + noun + (value === 1 ? '' : 's');
}

function time(ms) {
  const seconds = Math.floor(ms / 1000);
  if (ms < 100)
    return ms + '\u00a0ms';
  if (seconds < 60)
    return seconds + '.' + Math.floor(ms % 1000 / 100) + '\u00a0s';
  if (seconds < 3600)
    return Math.floor(seconds / 60) + '\u00a0min ' + seconds % 60 + '\u00a0s';
  return Math.floor(seconds / 3600) + '\u00a0h ' +
    Math.floor(seconds / 60) % 60 + '\u00a0min';
}

function cut(text, most = CELL_MOST) {
  return text.length > most ? text.slice(0, most) + '\u2026' : text;
}

/* No line ends at a hyphen of a short word, nor at the first of a long one, such
   as an option. */
function whole(text) {
  return text.split(/(\S*-\S*)/).flatMap((part, i) => {
    if (i % 2 === 0)
      return part;
    const start = part.length <= WORD_MOST ? part : part.match(/^-*./u)[0];
    return [make('span', 'whole', start), part.slice(start.length)];
  });
}

function code(text, most = CELL_MOST) {
  return make('code', '', whole(cut(text, most)));
}

/* A column's head, a cell, and a number in one. */
function head(text, className) {
  const element = make('th', className, text);
  element.scope = 'col';
  return element;
}

function rowHead(...inside) {
  const element = make('th', '', ...inside);
  element.scope = 'row';
  return element;
}

function numberCell(value) {
  return make('td', value ? '' : 'zero', number(value));
}

/* How much of a member the page lacks: bytes or rows. */
function leftOut(owner, key) {
  return owner[key + '_left_out'] || 0;
}

/* The first rows of a member that is a list, and how many more there are. */
function firstRows(owner, key, row, rest) {
  const list = owner[key];
  const more = Math.max(0, list.length - ROWS_MOST) + leftOut(owner, key);
  const rows = list.slice(0, ROWS_MOST).map(row);
  return more ? [...rows, rest('and ' + number(more) + ' more')] : rows;
}

/* A row of a table that has no other cells. */
function wideRow(columns, text) {
  const cell = make('td', '', text);
  cell.colSpan = columns;
  return make('tr', '', cell);
}

/* What became of a file: a mark and a word, whose colour only repeats them. */
function ending(className, symbol, word, detail) {
  const mark = make('span', 'mark', symbol);
  mark.ariaHidden = 'true';
  return make('td', 'end ' + className, mark, ' ' + word,
    detail ? [make('br'), make('span', 'small', cut(detail))] : []);
}

/* For readers who do not see the page. */
function say(text) {
  find('said').textContent = text;
}
