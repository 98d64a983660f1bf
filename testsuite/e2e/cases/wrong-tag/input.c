struct timeval { long tv_sec, tv_usec; };
int gettimeofday(struct timeval *now, void *zone);
int main(void)
{
  struct timeval now;
  return !(gettimeofday(&now, 0) + 1);
}
