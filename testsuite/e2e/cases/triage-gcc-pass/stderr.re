^where +middle end, IPA pass inline \(named by the compiler's message; gone with -fdisable-ipa-inline\)$
^gcc-12 +12\.[0-9.]+ +[^ ]+ +crashes +
