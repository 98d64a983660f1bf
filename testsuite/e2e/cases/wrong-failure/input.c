void abort(void);
char c = -1;
int main(void)
{
  int left = (unsigned short)c ^ -103;
  if (left != -65434)
    abort();
  return 0;
}
