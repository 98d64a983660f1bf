/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sources, outputs and file names are bytes, but JSON and the forms of bug
 * trackers accept only characters. Bytes that are not part of a character are
 * shown by number, so that nothing is lost silently. The same applies to
 * invisible characters, and to characters that move others, when people view
 * foreign text on a page or a terminal: controls, line separators, direction
 * marks, zero-width characters, and those that HTML forbids.
 */
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Decodes the first character and returns its length; 0: invalid. */
static size_t decode(unsigned *out, const char *bytes, size_t size)
{
  static const struct {
    unsigned char mask, lead;
    size_t length;
    unsigned least; /* smallest code of this length */
  } forms[] = { { 0x80, 0x00, 1, 0 },
                { 0xe0, 0xc0, 2, 0x80 },
                { 0xf0, 0xe0, 3, 0x800 },
                { 0xf8, 0xf0, 4, 0x10000 } };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    unsigned lead = size ? (unsigned char)bytes[0] : 0xff;
    if ((lead & forms[i].mask) != forms[i].lead || forms[i].length > size)
      continue;
    unsigned code = lead & (unsigned char)~forms[i].mask;
    for (size_t j = 1; j < forms[i].length; j++) {
      if (((unsigned char)bytes[j] & 0xc0) != 0x80)
        return 0;
      code = code << 6 | ((unsigned char)bytes[j] & 0x3f);
    }
    bool good = code >= forms[i].least && code <= 0x10ffff &&
                (code < 0xd800 || code > 0xdfff);
    *out = code;
    return good ? forms[i].length : 0;
  }
  return 0;
}

size_t utf8_length(const char *bytes, size_t size)
{
  unsigned character;
  return decode(&character, bytes, size);
}

bool utf8_is_text(const char *bytes, size_t size)
{
  size_t at = 0, length = 1;
  for (; at < size && length; at += length)
    length = bytes[at] ? utf8_length(bytes + at, size - at) : 0;
  return length != 0;
}

char *utf8_escape(const char *bytes, size_t size)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t at = 0; at < size;) {
    size_t length = bytes[at] ? utf8_length(bytes + at, size - at) : 0;
    if (length)
      text_add(&out, bytes + at, length);
    else
      text_printf(&out, "\\x%02x", (unsigned)(unsigned char)bytes[at]);
    at += length ? length : 1;
  }
  return out.data;
}

/* Is the character visible, without moving others? */
static bool is_shown(unsigned character)
{
  static const struct {
    unsigned first, last;
  } hidden[] = {
    { 0x00, 0x08 },       { 0x0b, 0x1f },     { 0x7f, 0x9f },
    { 0xad, 0xad },       { 0x61c, 0x61c },   { 0x200b, 0x200f },
    { 0x2028, 0x202e },   { 0x2060, 0x206f }, { 0xd800, 0xdfff },
    { 0xfdd0, 0xfdef },   { 0xfeff, 0xfeff }, { 0xfff0, 0xfffb },
    { 0xe0000, 0xe0fff },
  };
  if ((character & 0xfffe) == 0xfffe)
    return false;
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
    if (character >= hidden[i].first && character <= hidden[i].last)
      return false;
  return true;
}

char *utf8_visible(const char *bytes, size_t size)
{
  textbuf out = { 0 };
  const char *end = bytes + size;
  text_puts(&out, "");
  for (size_t length; bytes < end; bytes += length) {
    unsigned character = 0;
    length = decode(&character, bytes, (size_t)(end - bytes));
    if (length && is_shown(character)) {
      text_add(&out, bytes, length);
      continue;
    }
    if (*bytes == '\r' && end - bytes > 1 && bytes[1] == '\n')
      continue;
    length = length ? length : 1;
    for (size_t i = 0; i < length; i++)
      text_printf(&out, "\\x%02x", (unsigned)(unsigned char)bytes[i]);
  }
  return out.data;
}

char *utf8_visible_line(const char *text)
{
  if (!text)
    return NULL;
  char *line = mem_copy(text);
  for (char *at = line; *at; at++)
    if (*at == '\n' || *at == '\t' || *at == '\r')
      *at = ' ';
  char *out = utf8_visible(line, strlen(line));
  free(line);
  return out;
}
