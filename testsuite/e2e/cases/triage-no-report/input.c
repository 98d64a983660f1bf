int __builtin_acc_on_device(int device)
{
  return __builtin_acc_on_device(0);
}
