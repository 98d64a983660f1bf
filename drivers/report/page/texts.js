/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The texts of the steps, out of what page_data.c wrote: a text and how to make
   each later one from the one before. Every 32nd text is kept, so that any is
   made by few deltas. */

const KEPT_EVERY = 32;

function splitPieces(text) {
  return text.match(/[^\n;{},]*[\n;{},]|[^\n;{},]+/g) || [];
}

/* The pieces that a delta makes of the pieces before. */
function applyDelta(pieces, delta) {
  if (!delta)
    return pieces;
  const out = [];
  for (let i = 0; i < delta.length; i++) {
    if (typeof delta[i] === 'string') {
      for (const piece of splitPieces(delta[i]))
        out.push(piece);
      continue;
    }
    const end = delta[i] + delta[i + 1];
    for (let j = delta[i++]; j < end; j++)
      out.push(pieces[j]);
  }
  return out;
}

const texts = {
  kept: new Map([[data.first, splitPieces(data.base)]]),
  last: null,

  /* Is the text after so many steps in the page? 0: before the first. */
  has(at) {
    return at === data.first && at <= data.skipped + data.steps.length ||
      at > data.first && Boolean(data.deltas[at - data.first - 1]);
  },

  /* The last text before that one which is; below data.first: none. */
  before(at) {
    do
      at--;
    while (at >= data.first && !this.has(at));
    return at;
  },

  at(wanted) {
    let at = wanted - (wanted - data.first) % KEPT_EVERY;
    while (!this.kept.has(at))
      at -= KEPT_EVERY;
    let pieces = this.kept.get(at);
    if (this.last && this.last.at <= wanted && this.last.at > at)
      ({ at, pieces } = this.last);
    while (at < wanted) {
      pieces = applyDelta(pieces, data.deltas[at++ - data.first]);
      if ((at - data.first) % KEPT_EVERY === 0)
        this.kept.set(at, pieces);
    }
    this.last = { at, pieces };
    return pieces.join('');
  }
};
