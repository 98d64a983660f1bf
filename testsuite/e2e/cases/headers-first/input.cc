#include <map>
#include <set>
#include <string>

struct shape {
  virtual ~shape() {}
  virtual int area() const = 0;
};
struct box : shape {
  int w, h;
  box(int a, int b) : w(a), h(b) {}
  int area() const override { return w * h; }
};

static int count_areas()
{
  std::map<std::string, box> all;
  std::set<int> areas;
  all.insert({ "flat", box(2, 3) });
  all.insert({ "wide", box(4, 4) });
  for (auto &pair : all)
    areas.insert(pair.second.area() + (int)pair.first.size());
  return areas.size() == 2 ? 0 : 1;
}

static unsigned bits, high, low;

static void split(unsigned value, unsigned char shift, unsigned char mask)
{
  bits = value >> shift;
  high = bits & ~(unsigned)mask;
  low = bits & mask;
}

static int check()
{
  split(123456789, 4, 15);
  if (low != 1 || high + low != bits || bits != 7716049)
    return 1;
  split(305419896, 8, 255);
  if (low != 86 || high + low != bits || bits != 1193046)
    return 2;
  return 0;
}

int main()
{
  if (count_areas())
    return 1;
  return check();
}
