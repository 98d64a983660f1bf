#include <string>
int main()
{
  int one = 1;
  std::string text = "a sentence that is long enough: " + std::to_string(one << 3);
  return text.back() != '8';
}
