/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The steps, and the texts after them. Step 0 is the original. report.json has a
   text as a change of the one before it: how many bytes at its beginning and its
   end stay, and what is new between them. Texts may be left out; the first that
   is there is a change of an empty one. Every 32nd text is kept, so that any is
   made by few changes. */

const KEPT_EVERY = 32;

const lastStep = report.steps.length;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/* The number in the reduction of a step of the page, which may lack the first. */
function stepNumber(step) {
  return step && step + leftOut(report, 'steps');
}

function stepFacts(step) {
  if (!step)
    return { tests: 0, ms: 0, ...report.before };
  const { pass, round, tests, ms, measure } = report.steps[step - 1];
  return { pass, round, tests, ms, ...measure };
}

function changeOf(step) {
  return step ? report.steps[step - 1]
    : { new: report.original, same_before: 0, same_after: 0 };
}

function applyChange(bytes, change) {
  const { same_before: begin, same_after: end } = change;
  const fresh = encoder.encode(change.new);
  const out = new Uint8Array(begin + fresh.length + end);
  out.set(bytes.subarray(0, begin));
  out.set(fresh, begin);
  out.set(bytes.subarray(bytes.length - end), begin + fresh.length);
  return out;
}

const texts = {
  kept: new Map(),
  last: 0,

  /* Is the text after so many steps in the page? */
  has(step) {
    return changeOf(step).new !== undefined;
  },

  /* The last text before that one which is; -1: there is none. */
  before(step) {
    do
      step--;
    while (step >= 0 && !this.has(step));
    return step;
  },

  bytes(wanted) {
    const missing = [];
    let at = wanted;
    for (; at >= 0 && !this.kept.has(at); at = this.before(at))
      missing.push(at);
    let bytes = at < 0 ? new Uint8Array() : this.kept.get(at);
    for (const step of missing.reverse()) {
      bytes = applyChange(bytes, changeOf(step));
      if (step % KEPT_EVERY === 0)
        this.kept.set(step, bytes);
    }
    if (this.last % KEPT_EVERY)
      this.kept.delete(this.last);
    this.kept.set(wanted, bytes);
    this.last = wanted;
    return bytes;
  },

  at(step) {
    return decoder.decode(this.bytes(step));
  }
};
