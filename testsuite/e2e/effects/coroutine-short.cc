// effect: a coroutine's body to one co_return
// passes: coroutine-short
// keep: co_return
// flags: -std=c++20
// expect: #include <coroutine>
// expect: struct A { struct promise_type { A get_return_object(); std::suspend_never initial_suspend(), final_suspend() noexcept; void return_void(), unhandled_exception(); }; }; A f() { co_return; }
#include <coroutine>
struct A { struct promise_type { A get_return_object(); std::suspend_never initial_suspend(), final_suspend() noexcept; void return_void(), unhandled_exception(); }; };
A f() { int a = 1; a++; co_return; }
