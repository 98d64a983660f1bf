// effect: access labels dropped
// passes: elements
// keep: int x
// expect: struct A { int x; };
struct A { private: public: int x; };
