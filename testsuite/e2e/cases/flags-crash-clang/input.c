int g;
int main(void)
{
  g = 1;
}
