/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Splits C into tokens: for colours, and for diffs within lines. It never
   fails: what it does not know is a token of one character. */

const KEYWORDS = new Set(('auto break case const continue default do else enum ' +
  'extern for goto if inline register restrict return sizeof static struct ' +
  'switch typedef union volatile while _Alignas _Alignof _Atomic _Generic ' +
  '_Noreturn _Static_assert _Thread_local asm __asm__ __asm __attribute__ ' +
  '__extension__ __inline __inline__ __restrict __volatile__ __typeof__ ' +
  'typeof __builtin_va_arg __label__ __thread constexpr nullptr true false ' +
  'alignas alignof static_assert thread_local catch class co_await ' +
  'co_return co_yield concept consteval constinit const_cast decltype delete ' +
  'dynamic_cast explicit export final friend mutable namespace new noexcept ' +
  'operator override private protected public reinterpret_cast requires ' +
  'static_cast template this throw try typeid typename using ' +
  'virtual').split(' '));
const TYPES = new Set(('void char short int long float double signed unsigned ' +
  '_Bool bool _Complex __int128 __signed__ int8_t int16_t int32_t int64_t ' +
  'uint8_t uint16_t uint32_t uint64_t size_t ptrdiff_t intptr_t uintptr_t ' +
  'wchar_t va_list __builtin_va_list _Float16 _Float32 _Float64 _Float128 ' +
  '__float128 _BitInt').split(' '));
const LONGEST_COLOURED = 1000000; /* text */
const LONGEST_LINE = 2000; /* that a diff shows in full */
const NEAR = 15; /* tokens around a marked one in a longer line */

/* comment, string, number, name, blanks, anything */
const TOKEN = new RegExp([
  /(\/\/(?:\\[^]|[^\\\n])*|\/\*[^]*?(?:\*\/|$))/,
  /("(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?)/,
  /(\.?\d(?:[eEpP][+-]|[\w.])*)/,
  /([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)/,
  /([ \t]+|\n)/,
  /([^])/
].map(part => part.source).join('|'), 'g');

function nameClass(text, directive) {
  return directive ? 'c-pre' : KEYWORDS.has(text) ? 'c-key'
    : TYPES.has(text) ? 'c-type' : '';
}

/* The lines of the text as lists of [class, token]. */
function lexLines(text) {
  const lines = [[]];
  let start = true; /* of a line: nothing but blanks so far */
  let directive = false; /* after its # */
  const add = (className, token) => {
    const [head, ...rest] = token.includes('\n') ? token.split('\n') : [token];
    if (head)
      lines[lines.length - 1].push([className, head]);
    for (const line of rest)
      lines.push(line ? [[className, line]] : []);
  };
  if (text.length > LONGEST_COLOURED)
    return text.split('\n').map(line => line ? [['', line]] : []);
  for (const [all, comment, string, digits, name, blank] of
    text.matchAll(TOKEN)) {
    const hash = all === '#' && start;
    if (comment)
      add('c-comment', all);
    else if (string)
      add('c-string', all);
    else if (digits)
      add('c-number', all);
    else if (name)
      add(nameClass(name, directive), all);
    else
      add(hash ? 'c-pre' : '', all);
    if (!blank)
      directive = hash;
    start = all === '\n' || start && (blank !== undefined ||
      comment !== undefined);
  }
  if (!lines[lines.length - 1].length)
    lines.pop();
  return lines;
}

/* A token of the class "cut" stands for characters that are not shown. */
function cutToken(characters) {
  return ['cut', ' \u2026 ' + count(characters, 'character') + ' \u2026 '];
}

/* What a long line shows: what is near a marked token, or its beginning; and
   never more than people read. Returns the tokens and which are marked. */
function shorten(tokens, marked) {
  const near = new Set();
  for (const i of marked || [])
    for (let j = i - NEAR; j <= i + NEAR; j++)
      near.add(j);
  const out = [], marks = new Set();
  let shown = 0, cut = 0;
  tokens.forEach(([className, text], i) => {
    const wanted = near.size ? near.has(i) : true;
    const room = wanted ? Math.max(0, LONGEST_LINE - shown) : 0;
    if (room && cut) {
      out.push(cutToken(cut));
      cut = 0;
    }
    if (room) {
      if (marked && marked.has(i))
        marks.add(out.length);
      out.push([className, text.slice(0, room)]);
    }
    shown += Math.min(room, text.length);
    cut += Math.max(0, text.length - room);
  });
  if (cut)
    out.push(cutToken(cut));
  return [out, marks];
}

function isLong(tokens) {
  return tokens.reduce((sum, one) => sum + one[1].length, 0) > LONGEST_LINE;
}

/* A line's tokens as nodes; `marked` says which differ, `mark` how. */
function lineNodes(tokens, marked, mark) {
  const nodes = [];
  let open = null;
  tokens.forEach(([className, text], i) => {
    const node = className ? make('span', className, text)
      : document.createTextNode(text);
    if (!marked || !marked.has(i)) {
      open = null;
      nodes.push(node);
      return;
    }
    if (!open) {
      open = make(mark);
      nodes.push(open);
    }
    open.append(node);
  });
  return nodes;
}
