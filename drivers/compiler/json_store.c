/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Structs as JSON objects.
 *
 * One function names the members of a struct, and a `store` either writes them
 * into an object or reads them from one. So everything that is written can be
 * read, and a new member takes one line.
 *
 * JSON strings are UTF-8, but sources, outputs and file names may contain any
 * bytes. Bytes that are not UTF-8 are written as {"latin1": "..."}, which maps
 * each byte to the character of the same number: they are restored exactly and
 * remain readable. Older crash bundles have the numbers of the bytes in a list.
 */
#include "compiler/json_store.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

void store_complain(store *self, const char *key)
{
  if (!self->wrong)
    self->wrong = key;
}

/* The value of a key to read; NULL: it is missing or has another type. Both
 * booleans have the type JSON_FALSE here. */
static json_t *look_up(store *self, const char *key, json_type type)
{
  json_t *value = json_object_get(self->at, key);
  if (!value || json_is_null(value))
    return NULL;
  if ((json_is_boolean(value) ? JSON_FALSE : json_typeof(value)) == type)
    return value;
  store_complain(self, key);
  return NULL;
}

static void put(store *self, const char *key, json_t *value)
{
  (void)json_object_set_new(self->at, key, value);
}

/* ---- bytes ---- */

static json_t *latin1(const char *bytes, size_t size)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < size; i++) {
    unsigned code = (unsigned char)bytes[i];
    char pair[2] = { (char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f)) };
    if (code < 0x80)
      text_add(&out, &bytes[i], 1);
    else
      text_add(&out, pair, sizeof pair);
  }
  json_t *object = json_object();
  (void)json_object_set_new(object, "latin1", json_stringn(out.data, out.size));
  text_free(&out);
  return object;
}

static json_t *from_bytes(const char *bytes, size_t size)
{
  json_t *string = json_stringn(bytes, size);
  return string ? string : latin1(bytes, size);
}

/* Is it a list of bytes as numbers? */
static bool is_byte_list(const json_t *value)
{
  size_t size = json_array_size(value);
  for (size_t i = 0; i < size; i++) {
    json_int_t byte = json_integer_value(json_array_get(value, i));
    if (byte < 1 || byte > UINT8_MAX)
      return false;
  }
  return size > 0;
}

static bool is_bytes(const json_t *value)
{
  return json_is_string(value) || is_byte_list(value) ||
         json_is_string(json_object_get(value, "latin1"));
}

static char *from_byte_list(size_t *size_out, const json_t *list)
{
  *size_out = json_array_size(list);
  char *out = mem_alloc(*size_out + 1, 1);
  for (size_t i = 0; i < *size_out; i++)
    out[i] = (char)json_integer_value(json_array_get(list, i));
  return out;
}

/* The bytes of a value; owned by the caller. A character past 0xff is not
 * latin1 and is kept unchanged. */
static char *to_bytes(size_t *size_out, const json_t *value)
{
  if (json_is_array(value))
    return from_byte_list(size_out, value);
  const json_t *coded = json_object_get(value, "latin1");
  const json_t *string = coded ? coded : value;
  const char *from = json_string_value(string);
  size_t size = json_string_length(string);
  char *out = mem_copy_bytes(from, size);
  size_t used = 0;
  for (size_t i = 0; coded && i < size; i++) {
    unsigned lead = (unsigned char)from[i];
    bool two = (lead & 0xfc) == 0xc0 && i + 1 < size;
    if (two)
      i++, lead = (lead & 3) << 6 | ((unsigned char)from[i] & 0x3f);
    out[used++] = (char)lead;
  }
  *size_out = coded ? used : size;
  out[*size_out] = '\0';
  return out;
}

/* ---- members ---- */

/* Notes how much of a member is left out, if anything is. */
static void put_left_out(store *self, const char *key, size_t left_out)
{
  char *name = mem_format("%s_left_out", key);
  if (left_out)
    put(self, name, json_integer((json_int_t)left_out));
  free(name);
}

/* A string as it is written; *left_out is the number of bytes cut off. */
static json_t *from_string(size_t *left_out, const store *self,
                           const char *string)
{
  *left_out = 0;
  if (!self->bytes_most)
    return from_bytes(string, strlen(string));
  char *text = utf8_visible(string, strlen(string));
  size_t size = strlen(text), kept = size;
  if (size > self->bytes_most)
    for (kept = self->bytes_most; kept && (text[kept] & 0xc0) == 0x80;)
      kept--;
  *left_out = size - kept;
  json_t *out = json_stringn(text, kept);
  free(text);
  return out;
}

/* How many of the rows of an array are written. */
static size_t rows_of(const store *self, size_t count)
{
  return self->rows_most && count > self->rows_most ? self->rows_most : count;
}

void store_text(store *self, const char *key, char **field, size_t *size)
{
  const json_t *value = json_object_get(self->at, key);
  if (self->writing && *field)
    put(self, key, from_bytes(*field, *size));
  else if (!self->writing && is_bytes(value))
    *field = to_bytes(size, value);
  else if (!self->writing && value && !json_is_null(value))
    store_complain(self, key);
}

void store_string(store *self, const char *key, char **field)
{
  size_t size = 0;
  if (self->writing && *field) {
    put(self, key, from_string(&size, self, *field));
    put_left_out(self, key, size);
  } else if (!self->writing) {
    store_text(self, key, field, &size);
  }
}

void store_word(store *self, const char *key, char **field)
{
  store_string(self, key, field);
  if (!*field)
    *field = mem_copy("");
}

void store_number(store *self, const char *key, uint64_t *field)
{
  const json_t *value = NULL;
  if (self->writing)
    put(self, key, json_integer((json_int_t)*field));
  else if ((value = look_up(self, key, JSON_INTEGER)) &&
           json_integer_value(value) >= 0)
    *field = (uint64_t)json_integer_value(value);
  else if (value)
    store_complain(self, key);
}

void store_boolean(store *self, const char *key, bool *field)
{
  const json_t *value = NULL;
  if (self->writing)
    put(self, key, json_boolean(*field));
  else if ((value = look_up(self, key, JSON_FALSE)))
    *field = json_is_true(value);
}

void store_name(store *self, const char *key, int *field,
                const char *(*name_of)(int), int count)
{
  char *name = self->writing ? mem_copy(name_of(*field)) : NULL;
  store_string(self, key, &name);
  int found = 0;
  while (name && found < count && strcmp(name, name_of(found)) != 0)
    found++;
  if (name && found < count)
    *field = found;
  else if (name)
    store_complain(self, key);
  free(name);
}

void store_list(store *self, const char *key, strings *field)
{
  json_t *array = self->writing ? json_array() : look_up(self, key, JSON_ARRAY);
  size_t size = 0, rows = self->writing ? rows_of(self, field->size) : 0;
  if (self->writing) {
    put(self, key, array);
    put_left_out(self, key, field->size - rows);
  }
  for (size_t i = 0; i < rows; i++)
    (void)json_array_append_new(array,
                                from_string(&size, self, field->data[i]));
  for (size_t i = 0; !self->writing && i < json_array_size(array); i++) {
    const json_t *value = json_array_get(array, i);
    if (is_bytes(value))
      strings_take(field, to_bytes(&size, value));
    else
      store_complain(self, key);
  }
}

void store_object(store *self, const char *key, void *of, store_members members)
{
  json_t *before = self->at;
  self->at = self->writing ? json_object() : look_up(self, key, JSON_OBJECT);
  if (self->writing)
    (void)json_object_set_new(before, key, self->at);
  if (self->at)
    members(self, of);
  self->at = before;
}

void store_array(store *self, const char *key, void *list, size_t *count,
                 size_t size, store_members members)
{
  json_t *array = self->writing ? json_array() : look_up(self, key, JSON_ARRAY);
  json_t *before = self->at;
  if (!array)
    return;
  size_t rows = self->writing ? rows_of(self, *count) : json_array_size(array);
  char *data;
  if (self->writing) {
    put(self, key, array);
    put_left_out(self, key, *count - rows);
    memcpy(&data, list, sizeof data);
  } else {
    data = mem_alloc(rows + 1, size);
    memcpy(list, &data, sizeof data);
    *count = rows;
  }
  for (size_t i = 0; i < rows; i++) {
    self->at = self->writing ? json_object() : json_array_get(array, i);
    if (self->writing)
      (void)json_array_append_new(array, self->at);
    if (!json_is_object(self->at))
      store_complain(self, key);
    members(self, data + i * size);
  }
  self->at = before;
}
