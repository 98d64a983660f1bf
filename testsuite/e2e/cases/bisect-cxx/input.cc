#include <vector>

namespace shapes {
template <typename T> struct box {
  T held;
  T get() const { return held; }
};

class named {
public:
  virtual ~named() = default;
  virtual const char *name() const {
    return []() -> decltype(static_cast<const char *>(__PRETTY_FUNCTION__)) {
      return nullptr;
    }();
  }
};
} // namespace shapes

int sum(const std::vector<shapes::box<int>> &all) {
  int out = 0;
  for (const auto &one : all)
    out += one.get();
  return out;
}
