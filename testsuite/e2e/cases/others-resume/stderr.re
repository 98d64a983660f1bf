^also met +internal compiler error: in make_[12], at zoo\.cc:42$
in torn\.hdd/others/1-internal-compiler-error-in-make-[12]-at-zoo-cc-42\.c, [0-9]+ bytes$
