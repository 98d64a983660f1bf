/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What GCC lists of a text's functions, as prototypes that need no other types. */
#include <stdlib.h>

#include "run_tests.h"
#include "wrong/prototypes.h"

static void expect(const char *listed, const char *preprocessed,
                   const char *prototypes)
{
  char *found = prototypes_read(listed, preprocessed);
  ck_assert_str_eq(found, prototypes);
  free(found);
}

START_TEST(test_wrong_prototypes__types_lose_their_names)
{
  expect("/* a.h:57:NC */ extern void *map (void *, size_t, off_t);\n"
         "/* a.h:58:NC */ extern long int conf (int);\n"
         "/* a.h:59:NC */ extern void sort (void *, int (*) (const void *));\n",
         "typedef unsigned long word; typedef word size_t;\n"
         "__extension__ typedef long int off_t;",
         "void * map ( void * , unsigned long , long int );\n"
         "long int conf ( int );\n"
         "void sort ( void * , int ( * ) ( const void * ) );\n");
}
END_TEST

START_TEST(test_wrong_prototypes__what_needs_other_types_is_left_out)
{
  expect("/* a.h:1:NC */ extern int name (text);\n"
         "/* a.h:2:NC */ extern int hide (local);\n"
         "/* a.h:3:NC */ extern int list (set *);\n",
         "typedef char *text; typedef struct { int a; } set;\n"
         "int g(void) { typedef int local; return 0; }",
         "");
}
END_TEST

START_TEST(test_wrong_prototypes__structures_keep_their_tags)
{
  expect("/* a.h:1:NC */ extern int close (FILE *);\n"
         "/* a.h:2:NC */ extern int on (int, const struct act *);\n",
         "typedef struct file FILE; typedef long act;\n",
         "struct file;\nint close ( struct file * );\n"
         "struct act;\nint on ( int , const struct act * );\n");
}
END_TEST

START_TEST(test_wrong_prototypes__only_library_functions_count)
{
  expect("/* a.c:1:NC */ extern int f (int);\n"
         "/* a.c:2:OC */ extern int old (/* ??? */);\n"
         "/* a.c:3:IC */ extern int implicit (/* ??? */);\n"
         "/* a.c:4:NC */ static int own (int);\n"
         "/* a.c:5:NF */ extern int f (int a); /* (a) int a; */\n",
         "", "");
}
END_TEST

int main(void)
{
  return RUN_TESTS("wrong_prototypes",
                   test_wrong_prototypes__types_lose_their_names,
                   test_wrong_prototypes__what_needs_other_types_is_left_out,
                   test_wrong_prototypes__structures_keep_their_tags,
                   test_wrong_prototypes__only_library_functions_count);
}
