/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of XML and HTML without content. */
#include "grammars_fixture.h"
#include "rewritten.h"

START_TEST(test_tags__an_empty_element_is_one_tag)
{
  expect_in("input.xml", "<a><b c='d'> </b></a>", "tag-closed",
            "<a><b c='d'/></a>", NULL);
  expect_in("input.html", "<p><b class=c></b></p>", "tag-closed",
            "<p><b class=c/></p>", NULL);
  expect_in("input.tsx", "a = <b><c d={1}> </c></b>;", "tag-closed",
            "a = <b><c d={1}/></b>;", NULL);
}
END_TEST

START_TEST(test_tags__not_what_has_content)
{
  expect_in("input.xml", "<a>b</a>", "tag-closed", NULL);
  expect_in("input.xml", "<a/>", "tag-closed", NULL);
  expect_in("input.html", "<p>a", "tag-closed", NULL);
  expect_in("input.tsx", "a = <></>;", "tag-closed", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("tags", test_tags__an_empty_element_is_one_tag,
                           test_tags__not_what_has_content);
}
