/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reports for tests of the page. "typical" is what a reduction of a middling
 * file leaves; the others are its limits: nothing known at all, one step, more
 * steps than people read, a text of twenty thousand lines, a text on one line,
 * one of every byte that a page could trip over, and too much of everything.
 */
#include "page_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "bisection_fixture.h"

/* What a source must not be able to do to the page that shows it. */
static const char hostile_text[] =
    "/* </script><script>document.title = 'broken'</script> <!-- */\r\n"
    "char *a = \"]]> {{title}} & &amp; <b onclick='x'>\";\n"
    "char b[] = \"\x01\x1f\x7f \xff\xfe \xc0\x80 \xed\xa0\x80 \xe2\x80\xa8"
    "\xe2\x80\xae \xef\xbf\xbe \xc3\xa9 \xf0\x9f\x98\x80\";\n"
    "// \xe2\x80\xa9 https://example.org/ $& \\u2028 \f\v\n"
    "#define f(x) #x\n"
    "/* not closed";

char *page_program(unsigned functions)
{
  textbuf out = { 0 };
  text_puts(&out, "#include <stddef.h>\n"
                  "/* Generated. */\n"
                  "static int counter = 0x1f;\n");
  for (unsigned i = 0; i < functions; i++)
    text_printf(&out,
                "static long f%u(const char *s, int n)\n{\n"
                "  return n > %u ? s[n] + 'c' : counter++; // %u\n}\n",
                i, i % 97, i * 7);
  text_puts(&out, "int main(void) { return f0(\"text\\n\", 1.5e+3); }\n");
  return out.data;
}

static void set_texts(report *out, char *original, const char *reduced)
{
  out->original = original;
  out->original_name = mem_copy("bug.c");
  out->original_size = strlen(original);
  out->reduced = mem_copy(reduced);
  out->reduced_size = strlen(reduced);
  out->reduced_name = mem_copy("bug.reduced.c");
  out->before = (rd_measure){ strlen(original) / 4, strlen(original) };
  out->after = (rd_measure){ strlen(reduced) / 4 + 1, strlen(reduced) };
  out->original_lines = 1;
  for (const char *at = original; *at; at++)
    out->original_lines += *at == '\n';
  out->reduced_lines = 1;
}

/* An array of `used` items with room for another, and for as many again: sanitizers copy
 * what is resized. */
static void *with_room(void *memory, size_t used, size_t size)
{
  bool is_full = !(used & (used - 1));
  return is_full ? mem_resize(memory, used ? 2 * used : 1, size) : memory;
}

/* Owns the text. */
static void add_step(report *out, const char *pass, uint32_t round, char *text)
{
  size_t at = out->step_count++;
  out->steps = with_room(out->steps, at, sizeof *out->steps);
  out->steps[at] =
      (report_step){ .pass = mem_copy(pass),
                     .round = round,
                     .tests = 3 * at + 1,
                     .ms = 41 * at + 17,
                     .measure = { strlen(text) / 4 + 1, strlen(text) },
                     .text = text,
                     .size = strlen(text) };
  out->tests = 3 * at + 20;
  out->ms = 41 * at + 1500;
}

static void add_pass(report *out, const char *name,
                     const uint64_t verdicts[RD_VERDICT_COUNT])
{
  size_t at = out->pass_count++;
  out->passes = with_room(out->passes, at, sizeof *out->passes);
  out->passes[at].name = mem_copy(name);
  memcpy(out->passes[at].verdicts, verdicts, sizeof out->passes[at].verdicts);
}

static void add_row(report *out, matrix_row row)
{
  matrix *table = &out->matrix;
  table->rows = with_room(table->rows, table->size, sizeof *table->rows);
  row.program = mem_copy(row.program);
  row.version = mem_copy(row.version);
  row.target = mem_copy("x86_64-linux-gnu");
  row.options = mem_copy(row.options);
  row.detail = row.detail ? mem_copy(row.detail) : NULL;
  table->rows[table->size++] = row;
}

static void set_crash(report *out)
{
  out->family = FAMILY_GCC;
  out->program = mem_copy("gcc-12");
  out->version = mem_copy("gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0");
  out->verbose = mem_copy("Using built-in specs.\nTarget: x86_64-linux-gnu\n");
  out->target = mem_copy("x86_64-linux-gnu");
  out->system = mem_copy("Linux 6.1.0 x86_64, Debian GNU/Linux 12");
  out->signature = mem_copy("internal compiler error: in f, at a.cc:10");
  out->message = mem_copy("bug.c:3:1: internal compiler error: in f, at "
                          "a.cc:10");
  out->function = mem_copy("f");
  out->place = mem_copy("a.cc:10");
  out->output = mem_copy("during RTL pass: expand\nbug.c: In function 'f0':\n"
                         "bug.c:3:1: internal compiler error: in f, at "
                         "a.cc:10\n    3 | f0() { }\n");
  out->command = mem_copy("gcc-12 -Wall -O3 -g -fmodulo-sched -S bug.c");
  out->reduced_command = mem_copy("gcc-12 -O2 -fmodulo-sched -S bug.reduced.c");
  strings_add(&out->flags, "-O2");
  strings_add(&out->flags, "-fmodulo-sched");
  strings_add(&out->removed_flags, "-Wall");
  strings_add(&out->removed_flags, "-g");
  out->judge = mem_copy("gcc-12 -fsyntax-only");
  out->judge_class = mem_copy("clean");
  out->triage.stage = mem_copy("back end");
  out->triage.pass = mem_copy("expand");
  out->triage.kind = mem_copy("RTL");
  out->triage.named_by = mem_copy("the compiler's message");
  out->made_by = mem_copy("clang-hdd 0.1.0");
  out->date = mem_copy("2026-01-31");
  out->jobs = 2;
  out->minimal = true;
}

static void set_matrix(report *out)
{
  add_row(out, (matrix_row){ .program = "gcc-12",
                             .family = FAMILY_GCC,
                             .version = "12.2.0",
                             .options = "-O2 -fmodulo-sched",
                             .end = MATRIX_CRASHES,
                             .detail = "in f, at a.cc:10",
                             .self = true });
  add_row(out, (matrix_row){ .program = "gcc-11",
                             .family = FAMILY_GCC,
                             .version = "11.3.0",
                             .options = "-O2 -fmodulo-sched",
                             .end = MATRIX_WORKS });
  add_row(out, (matrix_row){ .program = "clang-14",
                             .family = FAMILY_CLANG,
                             .version = "14.0.6",
                             .options = "-O2",
                             .end = MATRIX_WORKS });
  add_row(out, (matrix_row){ .program = "tcc",
                             .family = FAMILY_TCC,
                             .version = "0.9.27",
                             .options = "",
                             .end = MATRIX_REJECTS,
                             .detail = "error: ';' expected" });
}

static void set_passes(report *out)
{
  const uint64_t coarse[RD_VERDICT_COUNT] = { 8, 31, 12, 1, 0, 0 };
  const uint64_t fine[RD_VERDICT_COUNT] = { 3, 120, 64, 0, 2, 1 };
  const uint64_t few[RD_VERDICT_COUNT] = { 0, 1, 0, 0, 0, 0 };
  add_pass(out, "site", few);
  add_pass(out, "prune", coarse);
  add_pass(out, "rewrite", fine);
}

static void fill_typical(report *out)
{
  set_crash(out);
  set_matrix(out);
  set_passes(out);
  set_texts(out, page_program(400), "f0() { return \"text\\n\"; }\n");
  for (unsigned left = 300; left > 1; left = left * 2 / 3)
    add_step(out, left > 20 ? "prune" : "hoist", left > 60 ? 1 : 2,
             page_program(left));
  add_step(out, "rewrite", 2,
           mem_copy("static long f0(const char *s, int n)\n"
                    "{\n  return \"text\\n\";\n}\n"));
  add_step(out, "rewrite", 2,
           mem_copy("long f0(int n)\n{\n"
                    "  return \"text\\n\";\n}\n"));
  add_step(out, "rewrite", 3, mem_copy(out->reduced));
  out->others = mem_alloc(1, sizeof *out->others);
  out->other_count = 1;
  out->others->line = mem_copy("internal compiler error: Segmentation fault");
  out->others->file = mem_copy("bug.other-1.c");
}

static void fill_bare(report *out)
{
  (void)out;
}

static void fill_one(report *out)
{
  set_crash(out);
  out->family = FAMILY_CLANG;
  set_texts(out, mem_copy("int a;\nint b;"), "int b;");
  add_step(out, "prune", 1, mem_copy("int b;"));
}

static void fill_many(report *out)
{
  set_crash(out);
  set_texts(out, page_program(60), "int a;\n");
  for (unsigned i = 5000; i-- > 0;)
    add_step(out, i % 3 ? "prune" : "hoist", 1 + (5000 - i) / 1000,
             page_program(i / 100));
}

static void fill_big(report *out)
{
  set_crash(out);
  set_passes(out);
  set_texts(out, page_program(6000), "int a;\n");
  for (unsigned left = 5000; left; left /= 3)
    add_step(out, "prune", 1, page_program(left));
}

/* More than there is room for, and all on one line. */
static void fill_line(report *out)
{
  textbuf text = { 0 };
  for (int i = 0; i < 400000; i++)
    text_printf(&text, "a%d b;", i);
  set_crash(out);
  set_texts(out, text.data, "a0 b;a1 b;a2 b;");
  add_step(out, "prune", 1, mem_copy_bytes(text.data, text.size / 2));
  add_step(out, "prune", 1, mem_copy_bytes(text.data, 4000));
  add_step(out, "prune", 1, mem_copy("a0 b;a1 b;a2 b;"));
}

static void fill_hostile(report *out)
{
  fill_one(out);
  free(out->message);
  free(out->command);
  out->message = mem_copy(hostile_text);
  out->command = mem_copy("gcc -D'x=</title><script>' \"\xff\"");
  free(out->reduced);
  out->reduced_size = sizeof hostile_text;
  out->reduced = mem_copy_bytes(hostile_text, sizeof hostile_text);
  add_step(out, "</script>", 1, mem_copy(hostile_text));
  add_step(out, "prune", 1, mem_copy(""));
  add_step(out, "prune", 2, mem_copy(hostile_text));
  set_matrix(out);
  out->matrix.rows[0].detail[0] = '<';
  strings_add(&out->flags, "-D<img src=x onerror=y>");
  const uint64_t none[RD_VERDICT_COUNT] = { 0 };
  add_pass(out, "<!-- \xff", none);
}

/* The bisection is released. */
static void add_bisection(report *out, bisection found)
{
  report_set_bisection(out, &found);
  bisection_dispose(&found);
}

static void fill_bisected(report *out)
{
  fill_typical(out);
  bisection found = bisection_of_commit();
  for (int i = 0; i < 298; i++)
    strings_take(
        &found.suspects->facts.files,
        mem_format("gcc/testsuite/gcc.target/machine-%d/%d.c", i % 9, i));
  bisection_set(&found.suspects->facts.subject,
                "vrp: fold ranges of casts, conversions, truncations and "
                "extensions of all integers, enumerations and pointers, as "
                "wanted_by_the_very_long_identifier_that_has_no_blank_in_it_"
                "at_all_and_goes_on_for_ever, unless signed zeros matter");
  found.checked = true;
  found.moved = mem_copy("had moved to 5566778899aa after step 12; went on "
                         "from there, with the compiler before it as a test");
  add_bisection(out, found);
}

static void fill_suspects(report *out)
{
  fill_typical(out);
  add_bisection(out, bisection_of_suspects());
}

static void fill_versions(report *out)
{
  fill_typical(out);
  add_bisection(out, bisection_of_versions());
}

static void fill_hostile_bisection(report *out)
{
  fill_hostile(out);
  bisection found = bisection_of_commit();
  commit_facts *facts = &found.suspects->facts;
  bisection_set(&facts->subject, hostile_text);
  bisection_set(&facts->author, "</dd></dl><script>alert(1)</script>");
  bisection_set(&facts->author_date, "\xe2\x80\xae\xff");
  strings_add(&facts->files, "<img src=x onerror=alert(1)>\n.c");
  bisection_set(&found.parents->detail, "<b>&amp;");
  bisection_set(&found.log, "# bad: [</td>] <script>x\n# detail: <!--\n"
                            "git bisect bad </table>\ngit bisect skip \n"
                            "git bisect\n# good\n# detail: \xff");
  found.flaky = true;
  add_bisection(out, found);
}

/* A text of so many bytes, of which JSON makes the most. */
static char *odd_text(size_t size)
{
  char *text = mem_alloc(size + 1, 1);
  for (size_t i = 0; i < size; i++)
    text[i] = i % 70 ? '\xff' - (char)(i % 9) : '\n';
  return text;
}

static void fill_huge_bisection(report *out)
{
  bisection found = bisection_of_suspects();
  free(found.log);
  found.log = odd_text(200000);
  for (int i = 0; i < 20000; i++)
    strings_take(&found.suspects->facts.files, mem_format("a/file-%d.c", i));
  add_bisection(out, found);
}

/* Too much of everything. */
static void fill_huge(report *out)
{
  const uint64_t few[RD_VERDICT_COUNT] = { 1, 2, 3, 4, 5, 6 };
  set_crash(out);
  set_texts(out, odd_text(200000), "");
  free(out->reduced);
  out->reduced_size = 300000;
  out->reduced = odd_text(out->reduced_size);
  free(out->output);
  out->output = odd_text(200000);
  for (unsigned i = 0; i < 12000; i++)
    add_step(out, "expression-to-variable", 1, odd_text(40 - i / 400));
  for (unsigned i = 0; i < 11000; i++) {
    strings_add(&out->flags, "-fno-such-option");
    add_pass(out, "expression-to-variable", few);
    add_row(out, (matrix_row){ .program = "gcc-11",
                               .version = "11.3.0",
                               .options = "-O2",
                               .end = MATRIX_REJECTS });
  }
  fill_huge_bisection(out);
}

const page_fixture page_fixtures[] = {
  { "typical", fill_typical },
  { "bare", fill_bare },
  { "one", fill_one },
  { "many", fill_many },
  { "big", fill_big },
  { "line", fill_line },
  { "hostile", fill_hostile },
  { "bisected", fill_bisected },
  { "suspects", fill_suspects },
  { "versions", fill_versions },
  { "hostile-bisection", fill_hostile_bisection },
  { "huge", fill_huge },
  { NULL, NULL },
};

char *page_of(const char *name)
{
  for (const page_fixture *at = page_fixtures; at->name; at++)
    if (!strcmp(at->name, name)) {
      report facts = { 0 };
      at->fill(&facts);
      char *page = report_html(&facts);
      report_dispose(&facts);
      return page;
    }
  return NULL;
}
