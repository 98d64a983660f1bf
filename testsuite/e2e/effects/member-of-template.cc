// effect: a member of a class template out of it, an assertion out of a class, the class without other uses dropped
// passes: member-to-global
// keep: run *\(
// keep: struct E
// keep: static_assert
// expect: template <class V> void run(V v) { } struct E { }; void audit() { int i; run(1); E e; } static_assert(sizeof(int), "");
template <class T> struct auditor {
  explicit auditor(T &);
  template <class V> void run(V v) { }
  T &of;
};
template <class T> class box { public: struct E { }; T of; };
void audit() { int i; auditor<int>(i).run(1); typename box<int>::E e; }
class checked { int i; static_assert(sizeof(int), ""); };
