// effect: class-flat
// passes: class-flat
// keep: new int
// keep: fill
// expect: int cap, *data; extern int count; int fill(); void grow() { int *p = new int[cap]; } int push() { grow(); return count; } int count; int fill() { return push(); }
class box {
public:
  int push() { this->grow(); return count; }
  int cap, *data;
private:
  void grow() { int *p = new int[cap]; }
  static int count;
  virtual int fill();
};
int box::count;
int box::fill() { return push(); }
