static g_4;
func_1() {
  for (; g_4 >= 0; g_4 -= 1);
}
main () {
  transparent_crc(g_4);
}
