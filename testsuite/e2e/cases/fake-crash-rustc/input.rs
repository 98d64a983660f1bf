struct S { a: i32 }
fn f(x: i32) -> i32 {
    x + 1
}
fn bug(s: S) -> i32 {
    f(s.a)
}
fn g() {}
