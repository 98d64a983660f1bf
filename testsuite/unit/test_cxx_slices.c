/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++: what slices have and lack. */
#include "clang_fixture.h"

#include "pass_scene.h"
#include "run_tests.h"

/* The slices for a line. Owner: the scene's, strike. */
static const char *slices_at(struct scene *scene, const char *text,
                             uint32_t line)
{
  static const uint32_t root = 0;
  rd_site site = { .line = line };
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_options wanted = RD_OPTIONS_INIT;
  wanted.sites = &site;
  wanted.site_count = 1;
  *scene = stage(clang_tree_with(&options, text, strlen(text)));
  rd_sight sight = {
    .config = scene->config, .places = &root, .count = 1, .options = &wanted
  };
  return show(scene, rd_pass_slice, &sight);
}

/* Nothing names a constructor or a destructor, and enumerators have values
 * through those before them. */
START_TEST(test_cxx_slices__a_slice_has_what_no_name_asks_for)
{
  static const char text[] =
      "struct a { int i; a() : i(1) {} ~a() {} int f() { return i; } };\n"
      "int g() { return 2; }\n"
      "enum e { p, q, n };\n"
      "a at() { int t[n] = { 1, 2 }; a x; return x; }\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 4);
  ck_assert_msg(strstr(slices, "a() : i(1) {}"), "%s", slices);
  const char *ended = strstr(slices, "~a() ;");
  ck_assert_msg(ended && ended < strchrnul(slices, '|'), "%s", slices);
  ck_assert_msg(strstr(slices, "{ p, q, n }"), "%s", slices);
  ck_assert_msg(!strstr(slices, "int f()"), "%s", slices);
  ck_assert_msg(!strstr(slices, "g()"), "%s", slices);
  strike(&scene);
}
END_TEST

/* What a header declares is no symbol of the text. */
START_TEST(test_cxx_slices__a_slice_takes_names_from_headers)
{
  static const char text[] = "#include <initializer_list>\n"
                             "#include <exception>\n"
                             "using namespace std;\n"
                             "using std::exception, std::terminate;\n"
                             "int f() { return 1; }\n"
                             "void g() { terminate(); }\n"
                             "initializer_list<int> *h;\n"
                             "struct a { int terminate, list; } i;\n"
                             "int j() { return i.terminate + i.list; }\n";
  static const char taken[] = "using std::exception, std::terminate;";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 6);
  ck_assert_msg(strstr(slices, taken), "%s", slices);
  ck_assert_msg(!strstr(slices, "namespace"), "%s", slices);
  strike(&scene);
  slices = slices_at(&scene, text, 7);
  ck_assert_msg(strstr(slices, "using namespace std;"), "%s", slices);
  ck_assert_msg(!strstr(slices, taken), "%s", slices);
  strike(&scene);
  slices = slices_at(&scene, text, 9);
  ck_assert_msg(!strstr(slices, "using"), "%s", slices);
  strike(&scene);
}
END_TEST

/* What depends on a template's parameters is no header's. */
START_TEST(test_cxx_slices__a_slice_takes_no_names_of_templates)
{
  static const char text[] =
      "template <class T> struct s : T { typedef T base; using base::base; };\n"
      "template <class T> struct t { typedef T base; base b; };\n"
      "t<int> u;\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 3);
  ck_assert_msg(strstr(slices, "base b;"), "%s", slices);
  ck_assert_msg(!strstr(slices, "using"), "%s", slices);
  strike(&scene);
}
END_TEST

/* A call of either base's function may be one of `d::f`, through a thunk that the
 * other one asks for. */
START_TEST(test_cxx_slices__a_slice_has_what_overrides_several)
{
  static const char text[] = "struct b { virtual int f(); };\n"
                             "struct c { virtual int f(); };\n"
                             "struct d : b, virtual c { int f(); };\n"
                             "int g() { return 2; }\n"
                             "int h() { d x; c *y = &x; return y->f(); }\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 5);
  ck_assert_msg(!strstr(slices, "int g()"), "%s", slices);
  ck_assert_msg(strstr(slices, "struct b { virtual int f(); };\n"
                               "struct c { virtual int f(); };\n"
                               "struct d : b, virtual c { int f(); };"),
                "%s", slices);
  strike(&scene);
}
END_TEST

/* Nothing names `idle`, and only it needs the large class to be complete. */
START_TEST(test_cxx_slices__a_slice_may_lack_idle_fields)
{
  enum { MEMBERS = 1000 };
  textbuf text = { 0 };
  text_puts(&text, "struct a {\nint i");
  for (int i = 0; i < MEMBERS; i++)
    text_printf(&text, ", i%d", i);
  text_puts(&text, "; };\n"
                   "struct b { int used; a idle, too; int n; };\n"
                   "int g() { return 1; }\n"
                   "int f() { b x; return x.used; }\n");
  struct scene scene;
  const char *slices = slices_at(&scene, text.data, 5);
  const char *with = strstr(slices, "idle"), *next = strchr(slices, '|');
  ck_assert_msg(strstr(slices, "{ int used; }"), "%s", slices);
  ck_assert_msg(next && next < with && !strchr(with, '|'), "%s", slices);
  strike(&scene);
  text_free(&text);
}
END_TEST

/* A friend that is only declared must not have attributes. */
START_TEST(test_cxx_slices__a_slice_keeps_a_friend_with_attributes_defined)
{
  static const char text[] =
      "struct a {\n"
      "[[nodiscard]] friend bool operator==(a, a) { return g(); }\n"
      "friend bool operator<(a, a) { return g(); }\n"
      "};\n"
      "bool f(a x) { return x == x || x < x; }\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 5);
  ck_assert_msg(strstr(slices, "operator==(a, a) {}"), "%s", slices);
  ck_assert_msg(!strstr(slices, "operator==(a, a) ;"), "%s", slices);
  ck_assert_msg(strstr(slices, "operator<(a, a) ;"), "%s", slices);
  strike(&scene);
}
END_TEST

/* GCC wants a definition of what is used with a class of a function. */
START_TEST(test_cxx_slices__a_slice_defines_what_closures_are_given_to)
{
  static const char text[] = "template <class T> int f(T x) { return x(); }\n"
                             "int g(int x) { return x; }\n"
                             "int h() { return f([] { return 1; }) + g(1); }\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 3);
  ck_assert_msg(strstr(slices, "int f(T x) {}"), "%s", slices);
  ck_assert_msg(!strstr(slices, "int f(T x) ;"), "%s", slices);
  ck_assert_msg(strstr(slices, "int g(int x) ;"), "%s", slices);
  strike(&scene);
}
END_TEST

/* Texts whose last line is the site, and what their slices have. */
static const struct {
  const char *text;
  uint32_t line;
  const char *has;
} needed[] = {
  /* in a template a friend is another one than that of the file */
  { "template <class> class a;\n"
    "struct b {};\n"
    "template <class T, class U> T *f(U *x) { return x; }\n"
    "template <class T> class a : b {\n"
    "template <class V, class W> friend V *f(W *);\n"
    "};\n"
    "void g(a<int> *x) { f<b>(x); }\n",
    7, "friend V *f(W *);" },
  { "int h();\n"
    "template <class T> class a { template <class> friend struct b; };\n"
    "template <class T> struct b : a<T> {};\n"
    "void g() { b<int> x; }\n",
    4, "friend struct b;" },
  /* a directive beside the line, if what it names is there */
  { "namespace n { struct a {}; }\n"
    "void f() {\n"
    "using namespace n;\n"
    "f();\n"
    "a x;\n"
    "}\n",
    5, "using namespace n;\na x;" },
  /* the arrow of a requirement stands before no result */
  { "int h();\n"
    "template <class T> auto f(T x) requires requires { { x } -> b; } { return "
    "x; "
    "}\n"
    "int g() { return f(1); }\n",
    3, "{ return x; }" },
};

START_TEST(test_cxx_slices__a_slice_has_what_is_needed)
{
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    struct scene scene;
    const char *slices = slices_at(&scene, needed[i].text, needed[i].line);
    const char *found = strstr(slices, needed[i].has);
    ck_assert_msg(found && found < strchrnul(slices, '|'), "%s", slices);
    strike(&scene);
  }
}
END_TEST

/* A friend is the class declared last, not another one with its name. */
START_TEST(test_cxx_slices__a_slice_lacks_what_befriends_another_class)
{
  static const char text[] = "template <class> struct a {};\n"
                             "namespace n { template <class> struct a {\n"
                             "template <class> friend struct a; }; }\n"
                             "void g() { a<int> x; }\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 4);
  ck_assert_msg(*slices && !strstr(slices, "friend"), "%s", slices);
  strike(&scene);
}
END_TEST

/* What an argument computes is needed by it, and says not what it is for. */
START_TEST(test_cxx_slices__a_slice_has_what_a_specialisation_computes)
{
  static const char text[] =
      "int g() { return 1; }\n"
      "template <class T> struct a { T i[1]; };\n"
      "template <class> using c = void;\n"
      "template <class, class, class = void> struct b {};\n"
      "template <class T, class U> struct b<T, U, c<decltype(a<U>{{T()}})>> {\n"
      "int i; };\n"
      "template <class T> struct d : b<T, T> {};\n"
      "int f() { d<int> x; return sizeof x; }\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 8);
  const char *found = strstr(slices, "struct b<T, U");
  ck_assert_msg(found && found < strchrnul(slices, '|'), "%s", slices);
  strike(&scene);
}
END_TEST

START_TEST(test_cxx_slices__a_slice_has_no_instantiation_without_its_template)
{
  static const char text[] = "template <class T> void f(T) {}\n"
                             "extern template void f(int);\n"
                             "template <class T> void g(T x) { x.f(); }\n"
                             "void h(struct a *);\n"
                             "int i() { g(1); return 1; }\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 5);
  ck_assert_msg(!strstr(slices, "extern template"), "%s", slices);
  strike(&scene);
}
END_TEST

/* What instantiates a class calls its constructors. */
START_TEST(test_cxx_slices__a_slice_has_the_instantiation_of_a_constructor)
{
  static const char text[] = "template <class T> struct a {\n"
                             "a(T) {}\n"
                             "};\n"
                             "int f() { return 1; }\n"
                             "struct b {};\n"
                             "template struct a<b>;\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 2);
  ck_assert_msg(strstr(slices, "template struct a<b>;"), "%s", slices);
  ck_assert_msg(!strstr(slices, "int f()"), "%s", slices);
  strike(&scene);
}
END_TEST

/* A line of what is neither function nor variable, in a namespace. */
START_TEST(test_cxx_slices__a_slice_has_the_type_at_a_line)
{
  static const char text[] = "namespace n {\n"
                             "int f() { return 1; }\n"
                             "struct a {\n"
                             "int i;\n"
                             "};\n"
                             "}\n"
                             "n::a x;\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 4);
  ck_assert_msg(starts_with(slices, "namespace n {\nstruct a"), "%s", slices);
  ck_assert_msg(!strstr(slices, "int f()"), "%s", slices);
  ck_assert_msg(strstr(slices, "}\n|namespace"), "%s", slices); /* with a use */
  strike(&scene);
}
END_TEST

/* One that libclang does not know, too. */
START_TEST(test_cxx_slices__a_slice_has_the_specialisations_of_a_template)
{
  static const char text[] =
      "template <class T> struct a {};\n"
      "template <class T> struct a<__no_builtin(T)> {};\n"
      "struct b { int i; };\n"
      "a<int> x;\n";
  struct scene scene;
  const char *slices = slices_at(&scene, text, 4);
  ck_assert_msg(strstr(slices, "__no_builtin"), "%s", slices);
  ck_assert_msg(!strstr(slices, "struct b"), "%s", slices);
  strike(&scene);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "cxx_slices", test_cxx_slices__a_slice_has_what_no_name_asks_for,
      test_cxx_slices__a_slice_takes_names_from_headers,
      test_cxx_slices__a_slice_takes_no_names_of_templates,
      test_cxx_slices__a_slice_has_what_overrides_several,
      test_cxx_slices__a_slice_may_lack_idle_fields,
      test_cxx_slices__a_slice_keeps_a_friend_with_attributes_defined,
      test_cxx_slices__a_slice_defines_what_closures_are_given_to,
      test_cxx_slices__a_slice_has_what_is_needed,
      test_cxx_slices__a_slice_lacks_what_befriends_another_class,
      test_cxx_slices__a_slice_has_what_a_specialisation_computes,
      test_cxx_slices__a_slice_has_no_instantiation_without_its_template,
      test_cxx_slices__a_slice_has_the_instantiation_of_a_constructor,
      test_cxx_slices__a_slice_has_the_type_at_a_line,
      test_cxx_slices__a_slice_has_the_specialisations_of_a_template);
}
