/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++: which declarations need which, as what `unused` leaves. */
#include "clang_fixture.h"

#include "pass_scene.h"
#include "pins.h"
#include "run_tests.h"

/* The text without what `unused` drops, blanks squeezed. */
static char *left_of(const char *text)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  struct scene scene = stage(clang_tree_with(&options, text, strlen(text)));
  (void)look(&scene, rd_pass_unused, RD_NONE);
  const rd_edit *edits = scene.deltas.edits.data;
  rd_config_apply(scene.config, edits, scene.deltas.edits.size);
  rd_renderer *renderer = rd_renderer_new(scene.config);
  rd_measure measure;
  text_clear(&scene.texts);
  rd_renderer_candidate(&scene.texts, &measure, renderer, NULL, 0);
  rd_renderer_free(renderer);
  char *left = mem_copy(scene.texts.data);
  char *end = left;
  for (const char *at = left; *at; at++) {
    bool blank = *at == ' ' || *at == '\n';
    if (!blank)
      *end++ = *at;
    else if (end > left && end[-1] != ' ')
      *end++ = ' ';
  }
  while (end > left && end[-1] == ' ')
    end--;
  *end = '\0';
  strike(&scene);
  return left;
}

static const struct {
  const char *text, *left; /* NULL: all of it */
} rows[] = {
  /* namespaces lose members one by one */
  { "namespace n { int f(); int g(); } int main() { return n::f(); }",
    "namespace n { int f(); } int main() { return n::f(); }" },
  /* a built-in template that libclang does not know */
  { "template <typename T, T... I> struct list {}; "
    "template <int N> using make = list<int, __no_builtin(N)...>; "
    "template <int N> struct user { make<N> m; }; user<1> u;",
    NULL },
  { "template <int N> using make = __no_builtin(N); int i;", "int i;" },
  /* deduction guides go with their class */
  { "template <class T> struct box { box(T); }; "
    "template <class T> box(T) -> box<T>; int main() { return sizeof(box(1)); "
    "}",
    NULL },
  { "template <class T> struct box { box(T); }; "
    "template <class T> box(T) -> box<T>; int i;",
    "int i;" },
  /* and so do specialisations that libclang does not know */
  { "template <class T> struct box {}; template <class T> struct kit {}; "
    "template <class T> struct box<kit<__no_builtin(T)>> {}; box<int> b;",
    NULL },
  { "template <class T> struct box {}; "
    "template <class T> struct box<__no_builtin(T)> {}; int i;",
    "int i;" },
  /* friends of templates are found through either class */
  { "template <class T> struct a { friend void f(a<T>); }; "
    "template <class T> struct b { friend void f(a<T>) {} }; "
    "int main() { f(a<int>{}); b<int>{}; }",
    NULL },
  /* and not with another class of its name */
  { "template <class T> struct box {}; namespace n { "
    "template <class T> struct box { box(T); }; "
    "template <class T> box(T) -> box<T>; } box<int> b;",
    "template <class T> struct box {}; namespace n { } box<int> b;" },
  /* what a using-declaration names, if only one of several */
  { "namespace s { void swap(int &); void swap(char &); } "
    "namespace d { using s::swap; template <class T> void f(T &t) { swap(t); } "
    "} "
    "int main() { int i; d::f(i); }",
    NULL },
  { "namespace s { void swap(int &); void swap(char &); } "
    "namespace d { using s::swap; int g(); } int main() { return d::g(); }",
    "namespace s { } namespace d { int g(); } int main() { return d::g(); }" },
  /* an alias behind the arrow of a result is no member's name */
  { "template <class T> using same = T; template <class T> struct box {}; "
    "template <class T> auto f(box<T>) -> same<T>; "
    "int main() { return sizeof(f(box<int>())); }",
    NULL },
  /* a local in a statement that libclang drops for its error */
  { "int f() { typedef int t; typedef int u; none = sizeof(t); return 1; } "
    "int main() { return f(); }",
    "int f() { typedef int t; none = sizeof(t); return 1; } "
    "int main() { return f(); }" },
  /* a template's parameter hides what the file has of its name */
  { "struct T { int i; }; template <class T> int f() { none = sizeof(T); } "
    "int main() { return f<int>(); }",
    "template <class T> int f() { none = sizeof(T); } "
    "int main() { return f<int>(); }" },
  /* N::f is what N declares, or what stands in an inline namespace in it */
  { "namespace n { namespace m { template <class T> int f(T *); } "
    "inline namespace i { template <class T> int f(T); int f(); } } "
    "template <class T> int g(T t) { return n::f(t); } "
    "int main() { return sizeof(g(1)); }",
    "namespace n { namespace m { } "
    "inline namespace i { template <class T> int f(T); int f(); } } "
    "template <class T> int g(T t) { return n::f(t); } "
    "int main() { return sizeof(g(1)); }" },
  /* and what it has from elsewhere, if it declares nothing of the name */
  { "namespace n { namespace m { template <class T> int f(T); } "
    "using namespace m; } "
    "template <class T> int g(T t) { return n::f(t, t.i); } "
    "int main() { return g(1); }",
    NULL },
  /* a member defined outside goes although a class of its parameters stays */
  { "struct box { }; struct path { int i; template <class T> int f(box, T); }; "
    "template <class T> int path::f(box, T) { return 1; } box b; path p;",
    "struct box { }; struct path { int i; }; box b; path p;" },
  /* what the compiler looks up in the class of an ordering */
  { "namespace std { struct strong_ordering { static int less; static int odd; "
    "}; } static int less; int main() { return 1 <=> 2, 0; }",
    "namespace std { struct strong_ordering { static int less; }; } "
    "int main() { return 1 <=> 2, 0; }" },
  { "namespace std { struct strong_ordering { static int less; }; } "
    "struct box { int operator<=>(const box &) const = default; }; "
    "int main() { return box() < box(); }",
    NULL },
  /* a variable that cannot go keeps nothing around it */
  { "static int g(int *a) { for (int &x : *(int(*)[2])a) x = 0; return 0; } "
    "int i;",
    "int i;" },
  { "inline int h() { if (int x = 1; x) return x; return 0; } int i;",
    "int i;" },
  /* the words of a pragma name nothing */
  { "#pragma GCC visibility push(hidden)\nstatic int hidden;\nint i;\n"
    "#pragma GCC visibility pop\n",
    "#pragma GCC visibility push(hidden) int i; #pragma GCC visibility pop" },
  { "#pragma weak f\nint f();\n", NULL },
  /* specialisations serve what they are made of */
  { "template <class T> struct t {}; template <> struct t<int> {}; t<int> p;",
    NULL },
  { "template <class T> struct t {}; struct a {}; "
    "template <> struct t<a> {}; t<int> p;",
    "template <class T> struct t {}; t<int> p;" },
  /* no member is meant by what is none, nor the other way round */
  { "template <class T> struct value {}; struct s { enum { value }; }; "
    "template <class T> struct d { int i = T::value; }; d<s> x;",
    "struct s { enum { value }; }; "
    "template <class T> struct d { int i = T::value; }; d<s> x;" },
  { "namespace n { int value(char); struct s { int value(int); }; } "
    "template <class T> struct d { int i = n::value(T()); }; d<char> x;",
    "namespace n { int value(char); } "
    "template <class T> struct d { int i = n::value(T()); }; d<char> x;" },
  /* `for` and `auto` look up no names but over a range, and in bindings */
  { "int *begin(int &); template <class T> struct d { void f() { "
    "for (auto i = 0; i < 1; i++) ; } }; d<char> x;",
    "template <class T> struct d { }; d<char> x;" },
  /* signs that are no operators */
  { "struct big {}; big operator<(big, big); big operator+(big); "
    "template <class T> struct a { friend int operator+(a &, int) { return 0; "
    "} "
    "}; a<int> x;",
    "template <class T> struct a { }; a<int> x;" },
  /* a friend goes with its class, which its parameters may not name */
  { "template <class T> struct c { typedef c self; "
    "friend bool operator==(self, self) { return 0; } }; "
    "template <class T> bool f(T t) { return t == t; } int i = f(1);",
    "template <class T> bool f(T t) { return t == t; } int i = f(1);" },
  /* what overrides, even if libclang does not know what, as a class without it
   * is abstract */
  { "template <class T> struct b { virtual void f() = 0; }; "
    "template <class T> struct d : b<T> { void f() override {} }; d<int> x;",
    NULL },
  { "template <class T> struct b { virtual void f() = 0; }; "
    "template <class T> struct d : b<T> { void f() override {} }; int i;",
    "int i;" },
  /* where `*` or `&` follows, a declared class serves, without its bases */
  { "struct b {}; struct a : b { a(int); int i; }; "
    "int f(const a &x, a *y) { return 1; }",
    "struct a; int f(const a &x, a *y) { return 1; }" },
  { "template <class T> struct t { T i; }; struct a { int i; }; "
    "t<const a *> x;",
    "template <class T> struct t { T i; }; struct a; t<const a *> x;" },
  /* but not for a member, as a value, as a base or in its conversion to one */
  { "struct a { int i; }; int f(a &x) { return x.i; }", NULL },
  { "struct a { int i; }; a f(); int main() { f(); }", NULL },
  { "struct a { int i; }; typedef a b; b x;", NULL },
  { "struct a {}; struct b : a {}; void f(a &); int g(b &x) { f(x); }", NULL },
  { "struct a {}; int f() { try { } catch (a &) { } return 1; }", NULL },
  { "struct a {}; int f() { try { } catch (a &b) { } return 1; }",
    "struct a {}; int f() { try { } catch (a &) { } return 1; }" },
  /* a friend may be the first declaration of its class */
  { "class a { friend class b; a(); }; class b { public: b() { a(); } }; b c;",
    NULL },
  { "struct a {}; struct b { virtual a *f(); }; "
    "struct c : b { a *f(); }; int main() { c().f(); }",
    NULL },
  { "struct a {}; int *f(a *x) { return x ? 0 : (int *)(x + 1); }", NULL },
  { "struct a {}; long f(a *x, a *y) { return x - y; }", NULL },
  { "struct a {}; int *f(a **x) { return (int *)(*x + 1); }", NULL },
  { "struct a {}; int f(a *x) { return sizeof *x; }", NULL },
  { "struct a { int i; }; int f(a *x) { delete x; return 1; }", NULL },
  { "struct a {}; int f(a &x) { throw x; }", NULL },
  /* nor in a template, which may look into a base */
  { "template <class T> struct a { T i; }; "
    "template <class T> int f(a<T> &x) { return x.i; }; int g(a<int> &x) { "
    "return f(x); }",
    NULL },
};

START_TEST(test_cxx_symbols__unused_leaves_what_is_needed)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *left = left_of(rows[i].text);
    char *all = NULL;
    const char *expected = rows[i].left;
    if (!expected) {
      all = mem_copy(rows[i].text);
      for (char *at = all; *at; at++)
        if (*at == '\n')
          *at = ' ';
      while (*all && all[strlen(all) - 1] == ' ')
        all[strlen(all) - 1] = '\0';
      expected = all;
    }
    ck_assert_str_eq(left, expected);
    free(left);
    free(all);
  }
}
END_TEST

/* After what libclang cannot read, the syntax alone says what is declared. */
START_TEST(test_cxx_symbols__the_syntax_declares_what_libclang_does_not_know)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  static const char text[] =
      "template <class T> struct c { c(T); }; template <class T> c(T) -> c<T>; "
      "template <class T> using u = __no_builtin(T);";
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  uint32_t guides = 0, aliases = 0;
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *at = rd_tree_symbol(tree, i);
    const char *name = rd_tree_string(tree, at->name);
    aliases += at->kind == RD_SYMBOL_TYPEDEF && !strcmp(name, "u");
    guides += at->kind == RD_SYMBOL_FUNCTION && !strcmp(name, "c");
  }
  ck_assert_uint_eq(aliases, 1);
  ck_assert_uint_eq(guides, 2); /* the guide and the constructor */
  rd_tree_free(tree);
}
END_TEST

static const struct {
  const char *text;
  bool initial; /* the variable can do without its value */
} valued[] = {
  { "int a = 1;", true },
  { "int a = 1, *b = &a;", true },
  { "constexpr int a = 1;", false },
  { "struct s { static constexpr int a = 1; };", false },
  { "const int a = 1;", false },
  { "auto a = 1;", false },
  { "extern int x; int &a = x;", false },
  { "int &&a = 1;", false },
  { "int a[] = { 1 };", false },
};

START_TEST(test_cxx_symbols__what_needs_its_value_keeps_it)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
    rd_tree *tree =
        clang_tree_with(&options, valued[i].text, strlen(valued[i].text));
    bool initial = false;
    for (uint32_t node = 0; node < rd_tree_size(tree); node++)
      initial |= (rd_tree_at(tree, node)->flags & RD_INITIAL) != 0;
    ck_assert_msg(initial == valued[i].initial, "%s", valued[i].text);
    rd_tree_free(tree);
  }
}
END_TEST

/* Is the edit of the first node of the kind pinned? A lift keeps what is in it. */
static bool is_pinned(const char *text, const char *kind, rd_edit_op op)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  struct scene scene = stage(tree);
  rd_renderer *renderer = rd_renderer_new(scene.config);
  rd_pins *pins = rd_pins_new(scene.config);
  uint32_t at = 0;
  while (strcmp(rd_tree_kind_name(tree, rd_tree_at(tree, at)->kind), kind) != 0)
    at++;
  rd_edit edit = { .node = at, .op = op, .arg = at + 2 };
  bool pinned = rd_pins_of(pins, renderer, &edit, 1, UINT32_MAX) != 0;
  rd_pins_free(pins);
  rd_renderer_free(renderer);
  strike(&scene);
  return pinned;
}

START_TEST(test_cxx_symbols__a_body_is_pinned_where_its_class_is_complete)
{
  static const char value[] =
      "struct b {}; struct a : b { struct { int i; }; }; "
      "a x;";
  static const char named[] = "struct b {}; struct a : b { int i; }; a *x;";
  ck_assert(
      is_pinned("struct a { struct { int i; }; }; a x;", "tag-body", RD_DROP));
  ck_assert(
      !is_pinned("struct a { struct { int i; }; }; a x;", "tag-body", RD_LIFT));
  ck_assert(!is_pinned("struct a { int i; }; a *x;", "tag-body", RD_DROP));
  ck_assert(!is_pinned(value, "bases", RD_DROP));
  ck_assert(is_pinned(named, "tag-body", RD_DROP)); /* of b, a base */
}
END_TEST

/* A text and what is left when a symbol goes with its uses, and what never is, or
 * NULL. */
static const struct {
  const char *text, *left, *never;
} symbol_uses[] = {
  { "struct b {}; struct a : b { int i; }; a x;", "struct a { int i; }; a x;",
    ": {" },
  { "template <class... T> struct b; template <class... E> struct a : b<E...> "
    "{ int i; }; a<int> *x;",
    "struct a { int i; }; a<int> *x;", ": {" },
  { "struct a {}; template <class T> struct b {}; template <> struct b<a> {}; "
    "b<int> x;",
    "template <class T> struct b {}; b<int> x;", "b<>" },
  { "template <class T> struct a {}; template <class T> using b = a<T>; "
    "template <class T> void f() { b<T> x; int y; }",
    "template <class T> void f() { int y; }", NULL },
  { "struct a { typedef int t; }; a::t x; int y;", "int y;", " t x" },
  { "template <class T> concept a = true; template <class T> concept b = a<T> "
    "|| sizeof(T) == 1; int x;",
    "concept b = true || sizeof(T) == 1; int x;", "= 0" },
};

START_TEST(test_cxx_symbols__symbols_go_with_what_means_nothing_without_them)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  for (size_t i = 0; i < sizeof symbol_uses / sizeof *symbol_uses; i++) {
    const char *text = symbol_uses[i].text, *never = symbol_uses[i].never;
    struct scene scene = stage(clang_tree_with(&options, text, strlen(text)));
    const char *texts = look(&scene, rd_pass_symbol_uses, RD_NONE);
    ck_assert_msg(strstr(texts, symbol_uses[i].left), "%s", texts);
    ck_assert_msg(!never || !strstr(texts, never), "%s", texts);
    strike(&scene);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "cxx_symbols", test_cxx_symbols__unused_leaves_what_is_needed,
      test_cxx_symbols__what_needs_its_value_keeps_it,
      test_cxx_symbols__a_body_is_pinned_where_its_class_is_complete,
      test_cxx_symbols__symbols_go_with_what_means_nothing_without_them,
      test_cxx_symbols__the_syntax_declares_what_libclang_does_not_know);
}
