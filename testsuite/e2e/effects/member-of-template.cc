// effect: a member of a class template out of it, the class without other uses dropped
// passes: member-to-global
// keep: run *\(
// keep: struct E
// expect: template <class V> void run(V v) { } struct E { }; void audit() { int i; run(1); E e; }
template <class T> struct auditor {
  explicit auditor(T &);
  template <class V> void run(V v) { }
  T &of;
};
template <class T> class box { public: struct E { }; T of; };
void audit() { int i; auditor<int>(i).run(1); typename box<int>::E e; }
