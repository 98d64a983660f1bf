^also met +internal compiler error: in make_[12], at zoo\.cc:42$
