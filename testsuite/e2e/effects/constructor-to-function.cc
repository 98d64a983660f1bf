// effect: constructor-to-function
// passes: constructor-to-function
// keep: main
// keep: input
// expect: int input; struct base { }; void reader(int a) { input += a; } int main() { reader(1); reader(2); }
int input;
struct base { };
struct reader : base {
  explicit reader(int a) : base() { input += a; }
};
int main() {
  reader r(1);
  reader(2);
}
