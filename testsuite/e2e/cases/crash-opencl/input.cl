typedef struct cell { float4 at; int seen; } cell;
constant int weights[4] = { 1, 2, 3, 4 };
float4 scale(float4 v, float by) { return v * by; }
int sum(local int *q, int n)
{
  int all = 0;
  for (int i = 0; i < n; i++)
    all += q[i] * weights[i & 3];
  return all;
}
void forget(private int *p)
{
  if (p)
    *p = 0;
}
kernel void step(global cell *cells, local int *q, const int n)
{
  int i = get_global_id(0), kept = sum(q, n);
  if (i < n)
    cells[i].at.xyz += scale(cells[i].at, 2.0f).xyz;
  forget(&kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  cells[i].seen = kept;
}
