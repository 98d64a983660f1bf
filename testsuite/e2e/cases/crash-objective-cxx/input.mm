namespace n { template <class T> struct list { T *begin; int size() const { return 0; } }; }
@protocol Sized
- (int)size;
@end
__attribute__((objc_root_class))
@interface Root <Sized> { int width; }
+ (Root *)make;
- (void)add:(int)a to:(int)b;
- (int)take:(int)from;
@end
static int left;
void show(int);
@implementation Root
- (int)size { n::list<int> l; return width + l.size(); }
+ (Root *)make { return 0; }
- (void)add:(int)a to:(int)b
{
  for (int i = 0; i < 3; i++)
    [self add:b to:a];
}
- (int)take:(int)from
{
  left >= 0 && left--;
  show(left);
  return [self size] + sizeof(@selector(add:to:)) + from;
}
@end
int main() { [[Root make] add:1 to:2]; return 0; }
