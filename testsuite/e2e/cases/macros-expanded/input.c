#define TEST(name)                                                             \
  int make_##name(int a)                                                       \
  {                                                                            \
    return a + 1;                                                              \
  }                                                                            \
  int run_##name(void)                                                         \
  {                                                                            \
    return make_##name(1) + bug_##name;                                        \
  }
int bug_one, bug_two;
TEST(one)
TEST(two)
int main(void) { return run_one() + run_two(); }
