/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What differs between two lists, by the algorithm of Myers, with bounds. A
   reduction mostly removes: so equal ends are cut off first, then all that
   stands on one side only, and what is left is nearly equal. Where it is not, and
   the algorithm would take long, matches are taken greedily: then the diff is
   longer than need be, but right, and the page never hangs. */

const MOST_EDITS = 1000;

/* Equal things become equal numbers. */
function intern(table, list) {
  return list.map(item => {
    let id = table.get(item);
    if (id === undefined)
      table.set(item, id = table.size);
    return id;
  });
}

/* The diagonal from which round d came to diagonal k. */
function cameFrom(old, k, d) {
  return k === -d || k !== d && old[k - 1 + d] < old[k + 1 + d] ? k + 1 : k - 1;
}

/* How far each diagonal gets with each number of edits; null: too many. */
function trace(a, b) {
  const rounds = [];
  for (let d = 0; d <= MOST_EDITS; d++) {
    const old = rounds[d - 1], now = new Int32Array(2 * d + 3);
    rounds.push(now);
    for (let k = -d; k <= d; k += 2) {
      const from = d ? cameFrom(old, k, d) : 0;
      let x = d ? old[from + d] + (from < k ? 1 : 0) : 0;
      while (x < a.length && x - k < b.length && a[x] === b[x - k])
        x++;
      now[k + d + 1] = x;
      if (x >= a.length && x - k >= b.length)
        return rounds;
    }
  }
  return null;
}

/* The pairs of equal items on the way that the rounds found. */
function walkBack(rounds, a, b) {
  const pairs = [];
  let x = a.length, y = b.length;
  for (let d = rounds.length - 1; d >= 0; d--) {
    const from = d ? cameFrom(rounds[d - 1], x - y, d) : 0;
    const fromX = d ? rounds[d - 1][from + d] : 0;
    const fromY = fromX - from;
    while (x > fromX && y > fromY)
      pairs.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

/* Where the first of the sorted numbers is that is at least `least`. */
function firstFrom(sorted, least) {
  let begin = 0, end = sorted.length;
  while (begin < end) {
    const middle = begin + end >> 1;
    if (sorted[middle] < least)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/* Takes what is near, or followed by two more that are equal. */
function greedy(a, b) {
  const places = new Map();
  a.forEach((item, i) => {
    if (!places.has(item))
      places.set(item, []);
    places.get(item).push(i);
  });
  const pairs = [];
  let next = 0;
  b.forEach((item, j) => {
    const all = places.get(item) || [];
    const i = all[firstFrom(all, next)];
    if (i === undefined)
      return;
    if (i - next < 100 || a[i + 1] === b[j + 1] && a[i + 2] === b[j + 2]) {
      pairs.push([i, j]);
      next = i + 1;
    }
  });
  return pairs;
}

/* The pairs [index in a, index in b] that stay, in order. */
function common(a, b) {
  const table = new Map();
  const left = intern(table, a), right = intern(table, b);
  let begin = 0, end = 0;
  const least = Math.min(a.length, b.length);
  while (begin < least && left[begin] === right[begin])
    begin++;
  while (end < least - begin &&
    left[a.length - 1 - end] === right[b.length - 1 - end])
    end++;
  const inLeft = new Set(left.slice(begin, a.length - end));
  const inRight = new Set(right.slice(begin, b.length - end));
  const places = (list, others) => [...list.keys()].filter(i => i >= begin &&
    i < list.length - end && others.has(list[i]));
  const leftAt = places(left, inRight), rightAt = places(right, inLeft);
  const x = leftAt.map(i => left[i]), y = rightAt.map(i => right[i]);
  const rounds = trace(x, y);
  const pairs = rounds ? walkBack(rounds, x, y) : greedy(x, y);
  const head = [...Array(begin).keys()].map(i => [i, i]);
  const tail = [...Array(end).keys()].map(i => [a.length - end + i,
    b.length - end + i]);
  return [...head, ...pairs.map(([i, j]) => [leftAt[i], rightAt[j]]), ...tail];
}

/* The parts that differ: [first, after the last] of a, the same of b. */
function changes(a, b) {
  const list = [];
  let x = 0, y = 0;
  for (const [i, j] of [...common(a, b), [a.length, b.length]]) {
    if (i > x || j > y)
      list.push([x, i, y, j]);
    x = i + 1;
    y = j + 1;
  }
  return list;
}
