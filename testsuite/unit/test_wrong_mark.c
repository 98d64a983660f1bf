/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The calls that show what types the accesses of a module have. */
#include <stdlib.h>
#include <string.h>

#include "run_tests.h"
#include "wrong/mark.h"

/* int 3, float 4, struct 5 { int; float }; their scalars 6 and 7, fields 8 and 9. */
#define TYPES                                                                  \
  "!1 = !{!\"Simple C/C++ TBAA\"}\n"                                           \
  "!2 = !{!\"omnipotent char\", !1, i64 0}\n"                                  \
  "!3 = !{!\"int\", !2, i64 0}\n"                                              \
  "!4 = !{!\"float\", !2, i64 0}\n"                                            \
  "!5 = !{!\"s, {\", !3, i64 0, !4, i64 4}\n"                                  \
  "!6 = !{!3, !3, i64 0}\n"                                                    \
  "!7 = !{!4, !4, i64 0}\n"                                                    \
  "!8 = !{!5, !3, i64 0}\n"                                                    \
  "!9 = !{!5, !4, i64 4}\n"                                                    \
  "!10 = !{!2, !2, i64 0}\n"

/* The module becomes one that has this text in it. */
static void expect(const char *ir, const char *part)
{
  textbuf made = { 0 };
  mark_accesses(&made, ir);
  ck_assert_msg(strstr(made.data, part), "%s\nis not in\n%s", part, made.data);
  text_free(&made);
}

#define ROW(size, at)                                                          \
  "getelementptr ([" size " x i8], ptr @hdd.rows, i64 0, i64 " at ")"
#define SIZE(type)                                                             \
  "i64 ptrtoint (ptr getelementptr (" type ", ptr null, i64 1) to i64)"

START_TEST(test_wrong_mark__what_has_a_type_is_looked_at)
{
  expect(
      "\n  store float 1.0, ptr %p, align 4, !tbaa !7\n\n" TYPES,
      "  %hdd.1 = bitcast ptr %p to ptr\n"
      "  call void @hdd_store_c(ptr %hdd.1, " SIZE(
          "float") ", i64 1, "
                   "ptr " ROW(
                       "4",
                       "2") ")\n"
                            "  store float 1.0, ptr %p, align 4, !tbaa !7\n");
  expect("\n  %1 = load volatile i32, ptr @\"a, b\", align 4, !tbaa !6\n" TYPES,
         "  %hdd.1 = bitcast ptr @\"a, b\" to ptr\n"
         "  call void @hdd_load(ptr %hdd.1, " SIZE("i32") ", i64 1, ");
}
END_TEST

START_TEST(test_wrong_mark__pointers_may_have_types)
{
  expect(
      "\n  %1 = load void (i32)*, void (i32)** %f, align 8, !tbaa !6\n" TYPES,
      "  %hdd.1 = bitcast void (i32)** %f to i8*\n"
      "  call void @hdd_load(i8* %hdd.1, i64 ptrtoint (void (i32)** "
      "getelementptr (void (i32)*, void (i32)** null, i64 1) to i64), i64 1, "
      "i8* getelementptr ([4 x i8], [4 x i8]* @hdd.rows, i64 0, i64 2))\n");
}
END_TEST

START_TEST(test_wrong_mark__constants_are_passed_over)
{
  expect("\n  store i32 ptrtoint (ptr @a to i32), ptr getelementptr inbounds ("
         "[10 x i32], ptr @a, i64 0, i64 3), align 4, !tbaa !6\n" TYPES,
         "  %hdd.1 = bitcast ptr getelementptr inbounds ([10 x i32], ptr @a, "
         "i64 0, i64 3) to ptr\n");
}
END_TEST

/* Rows and columns are none, and the types as they are numbered: 6, 7, 8, 9. */
START_TEST(test_wrong_mark__a_field_is_reached_from_its_structure)
{
  expect("\n  %1 = load i32, ptr %a, align 4, !tbaa !6\n"
         "  %2 = load float, ptr %a, align 4, !tbaa !7\n"
         "  %3 = load i32, ptr %a, align 4, !tbaa !8\n"
         "  %4 = load float, ptr %a, align 4, !tbaa !9\n" TYPES,
         "[25 x i8] c\""
         "\\01\\01\\01\\01\\01"
         "\\01\\01\\00\\01\\00"
         "\\01\\00\\01\\00\\01"
         "\\01\\01\\00\\01\\00"
         "\\01\\00\\01\\00\\01\"\n");
}
END_TEST

START_TEST(test_wrong_mark__characters_take_the_type_away)
{
  expect("\n  store i8 1, ptr %p, align 1, !tbaa !10\n" TYPES,
         "  call void @hdd_clear(ptr %hdd.1, " SIZE("i8") ")\n");
  expect("\n  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %b, "
         "i64 12, i1 false)\n" TYPES,
         "  %hdd.1 = bitcast ptr %a to ptr\n"
         "  call void @hdd_clear(ptr %hdd.1, i64 12)\n");
  expect(
      "\n  tail call void @free(ptr noundef nonnull align 8 %a) #1\n" TYPES,
      "  %hdd.1 = bitcast ptr %a to ptr\n  call void @hdd_free(ptr %hdd.1)\n");
}
END_TEST

#define LOSES "  call void @hdd_clear(ptr %hdd.1, " SIZE("%s") ")\n"

START_TEST(test_wrong_mark__a_function_begins_and_ends_without_types)
{
  expect("\ndefine void @\"f(\"(ptr noundef byval(%s) align 8 %0, i32 %1) {\n"
         "entry:\n  ret void\n}\n" TYPES,
         "entry:\n  %hdd.1 = bitcast ptr %0 to ptr\n" LOSES LOSES
         "  call void @hdd_leave()\n  ret void\n");
  expect("\ndefine void @f() {\n  musttail call void @g()\n  ret void\n}\n",
         "  musttail call void @g()\n  ret void\n");
}
END_TEST

START_TEST(test_wrong_mark__what_has_no_tag_takes_the_type_away)
{
  expect("\n  store i32 1, ptr %p, align 4\n" TYPES,
         "  call void @hdd_clear(ptr %hdd.1, " SIZE("i32") ")\n");
  expect("\n  store atomic i32 1, ptr %p seq_cst, align 4, !tbaa !6\n" TYPES,
         "  %hdd.1 = bitcast ptr %p to ptr\n  call void @hdd_store_c(ptr ");
}
END_TEST

START_TEST(test_wrong_mark__a_free_of_its_own_is_none)
{
  expect("\ndefine void @free(ptr %0) {\n  ret void\n}\n"
         "  call void @free(ptr %a)\n" TYPES,
         "}\n  call void @free(ptr %a)\n");
}
END_TEST

/* In C, a union, longjmp and alloca. */
START_TEST(test_wrong_mark__some_memory_has_no_one_type)
{
  static const char *const texts[] = { "%union.u = type { i32 }",
                                       "  %1 = alloca i8, i64 8, align 16",
                                       "attributes #1 = { returns_twice }" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *ir = mem_format(
        "\n%s\n  store i32 1, ptr %%p, align 4, !tbaa !6\n" TYPES, texts[i]);
    expect(ir, "  call void @hdd_store(ptr ");
    free(ir);
  }
}
END_TEST

START_TEST(test_wrong_mark__cxx_may_store_a_new_object)
{
  expect("\n  store i32 1, ptr %p, align 4, !tbaa !3\n"
         "!1 = !{!2, !3, !\"Simple C++ TBAA\"}\n"
         "!2 = !{!\"int\", !1, i64 0}\n!3 = !{!2, !2, i64 0}\n",
         "  call void @hdd_store(ptr ");
}
END_TEST

START_TEST(test_wrong_mark__what_cannot_be_read_stays)
{
  static const char *const lines[] = {
    "  %1 = load atomic i32, ptr %p seq_cst, align 4, !tbaa !6",
    "  store i32 1, ptr addrspace(1) %p, align 4, !tbaa !6",
    "  %1 = load i32, ptr %p, align 4, !tbaa !99",
    "  store i32",
    "  call void @free(",
    "  call void @llvm.memcpy.p0(ptr %a",
    "define void @f",
    "  %1 = load i32, ptr %p, align 4, !tbaa !",
    "  store { \"",
    "  store i32 (((",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char *ir = mem_format("\n%s\n" TYPES, lines[i]);
    expect(ir, lines[i]);
    free(ir);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("wrong_mark", test_wrong_mark__what_has_a_type_is_looked_at,
                   test_wrong_mark__pointers_may_have_types,
                   test_wrong_mark__constants_are_passed_over,
                   test_wrong_mark__a_field_is_reached_from_its_structure,
                   test_wrong_mark__characters_take_the_type_away,
                   test_wrong_mark__a_function_begins_and_ends_without_types,
                   test_wrong_mark__what_has_no_tag_takes_the_type_away,
                   test_wrong_mark__a_free_of_its_own_is_none,
                   test_wrong_mark__some_memory_has_no_one_type,
                   test_wrong_mark__cxx_may_store_a_new_object,
                   test_wrong_mark__what_cannot_be_read_stays);
}
