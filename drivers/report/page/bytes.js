/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts of any bytes. JSON has characters only, so what is not UTF-8 stands in
   report.json as {"latin1": ...}, a character for each byte. A reader must see
   what is there: each byte that is not part of a visible character is shown as
   \xNN. That is what utf8_visible does in the program's own texts. */

/* Controls but for newline and tab, marks of direction, characters without
   width, and those that are none. */
const UNSEEN = new RegExp('[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c' +
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb' +
  '\\u{e0000}-\\u{e0fff}\\p{NChar}]', 'gu');
/* A character in UTF-8, or a byte that is not part of one. */
const UTF8 = new RegExp('[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf]' +
  '[\\x80-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}|\\xed[\\x80-\\x9f]' +
  '[\\x80-\\xbf]|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}|[\\xf1-\\xf3]' +
  '[\\x80-\\xbf]{3}|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}|[\\x80-\\xff]', 'g');

function asNumbers(bytes) {
  return Array.from(bytes, byte =>
    '\\x' + byte.toString(16).padStart(2, '0')).join('');
}

function visibleText(string) {
  return string.replace(/\r\n/g, '\n').replace(UNSEEN, character =>
    asNumbers(new TextEncoder().encode(character)));
}

/* Of a string in which each character is a byte. */
function visibleLatin1(latin1) {
  const codes = string => Uint8Array.from(string, one => one.charCodeAt(0));
  return visibleText(latin1.replace(UTF8, found => found.length > 1
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(codes(found))
    : asNumbers(codes(found))));
}

function visibleBytes(bytes) {
  try {
    return visibleText(new TextDecoder('utf-8',
      { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    let latin1 = '';
    for (const byte of bytes)
      latin1 += String.fromCharCode(byte);
    return visibleLatin1(latin1);
  }
}

/* The bytes of a string of report.json. */
function bytesOf(value) {
  return typeof value === 'string' ? new TextEncoder().encode(value)
    : Uint8Array.from(value.latin1, one => one.charCodeAt(0));
}

/* report.json: strings as they are shown, but the texts that changes count in
   as bytes. */
const report = JSON.parse(find('data').textContent, (key, value) => {
  const text = typeof value === 'string';
  if (key === 'latin1' || !text && !(value && value.latin1 !== undefined))
    return value;
  if (key === 'original' || key === 'new')
    return bytesOf(value);
  return text ? visibleText(value) : visibleLatin1(value.latin1);
});
