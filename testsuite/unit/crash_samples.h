/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What compilers print when they crash, and what is read from it. Each row of
 * crashes.def has a row here. */
#ifndef CRASH_SAMPLES_H
#define CRASH_SAMPLES_H

/* An output, or the name of a recorded one, and what is read from it. */
typedef struct sample {
  const char *output, *signature, *sites;
  const char *quote[4]; /* message, function, place, what it was doing */
} sample;

static const sample samples[] = {
  { "fatal error: error in backend: unsupported call to function my_name\n",
    "error in backend: unsupported call to function _",
    "",
    { "fatal error: error in backend: unsupported call to function my_name" } },
  { "during RTL pass: expand\ninput.c: In function 'g':\ninput.c:181:5: "
    "internal compiler error: in convert_move, at expr.cc:298\n  181 | int g "
    "(i)\n",
    "internal compiler error: in convert_move, at expr.cc:298; during RTL "
    "pass: expand",
    "function 'g', line 181",
    { "internal compiler error: in convert_move, at expr.cc:298",
      "convert_move", "expr.cc:298", "during RTL pass: expand" } },
  { "input.c:9: internal compiler error: in byte_reg, at "
    "config/h8300/h8300.c:342\n",
    "internal compiler error: in byte_reg, at h8300.c:342",
    "line 9",
    { "internal compiler error: in byte_reg, at config/h8300/h8300.c:342",
      "byte_reg", "config/h8300/h8300.c:342" } },
  { "input.c:1:1: internal compiler error: tree check: expected class 'type', "
    "have 'exceptional' (error_mark) in useless_type_conversion_p, at "
    "gimple-expr.cc:87\n",
    "internal compiler error: tree check in useless_type_conversion_p, at "
    "gimple-expr.cc:87",
    "line 1",
    { "internal compiler error: tree check: expected class 'type', have "
      "'exceptional' (error_mark) in useless_type_conversion_p, at "
      "gimple-expr.cc:87",
      "useless_type_conversion_p", "gimple-expr.cc:87" } },
  { "input.c:3:1: error: type mismatch in binary expression\nint\nlong\nduring "
    "GIMPLE pass: fre\ninput.c:3:1: internal compiler error: verify_gimple "
    "failed\n",
    "internal compiler error: verify_gimple failed (type mismatch in binary "
    "expression); during GIMPLE pass: fre",
    "line 3",
    { "internal compiler error: verify_gimple failed", NULL, NULL,
      "during GIMPLE pass: fre" } },
  { "input.c:672:1: internal compiler error: SSA corruption\ninput.c:672:1: "
    "internal compiler error: Segmentation fault\navr-gcc: internal compiler "
    "error: Segmentation fault (program cc1)\n",
    "internal compiler error: SSA corruption",
    "line 672",
    { "internal compiler error: SSA corruption" } },
  { "input.c:684:1: error: unrecognizable insn:\n(insn 8 7 9 (parallel [\n"
    "        ]) \"input.c\":683:4 -1\n     (nil))\nduring RTL pass: "
    "vregs\ninput.c:684:1: internal compiler error: in extract_insn, at "
    "recog.cc:2791\n",
    "internal compiler error: in extract_insn, at recog.cc:2791; "
    "unrecognizable insn; during RTL pass: vregs",
    "line 683, line 684",
    { "internal compiler error: in extract_insn, at recog.cc:2791",
      "extract_insn", "recog.cc:2791", "during RTL pass: vregs" } },
  { "input.c:1:1: internal compiler error: Max. number of generated reload "
    "insns per insn is achieved (90)\n",
    "internal compiler error: Max. number of generated reload insns per insn "
    "is achieved",
    "line 1",
    { "internal compiler error: Max. number of generated reload insns per insn "
      "is achieved (90)" } },
  { "cc1: internal compiler error: Segmentation fault\n",
    "internal compiler error: Segmentation fault",
    "",
    { "internal compiler error: Segmentation fault" } },
  { "gcc-12: internal compiler error: Segmentation fault signal terminated "
    "program cc1\n",
    "signal SIGSEGV",
    "",
    { "internal compiler error: Segmentation fault signal terminated program "
      "cc1" } },
  { "gcc: fatal error: Killed signal terminated program /usr/lib/cc1\n",
    "signal SIGKILL",
    "",
    { "fatal error: Killed signal terminated program /usr/lib/cc1" } },
  { "gcc-12: internal compiler error: Aborted signal terminated program "
    "collect2\n",
    "signal SIGABRT (program collect2)",
    "",
    { "internal compiler error: Aborted signal terminated program collect2" } },
  { "error: /usr/bin/x86_64-linux-gnu-ccom terminated with signal 11\n",
    "signal SIGSEGV",
    "",
    { "/usr/bin/x86_64-linux-gnu-ccom terminated with signal 11" } },
  { "clang: error: unable to execute command: Segmentation fault (core "
    "dumped)\nclang: error: clang frontend command failed due to signal (use "
    "-v to see invocation)\n",
    "signal SIGSEGV",
    "",
    { NULL } },
  { "clang: error: clang frontend command failed with exit code 139 (use -v to "
    "see invocation)\n",
    "signal SIGSEGV",
    "",
    { NULL } },
  { "clang: error: clang frontend command failed with exit code 70 (use -v to "
    "see invocation)\n",
    "frontend command failed",
    "",
    { NULL } },
  { "fatal error: error in backend: Cannot select: 0x189b8c98: i64 = sdiv "
    "0x18965bd0, 0x189b8820\n  0x1: i64 = AssertZext\nIn function: main\nStack "
    "dump:\n0.\tProgram arguments: clang-14 input.c\n1.\t<eof> parser at end "
    "of file\n2.\tCode generation\n3.\tRunning pass 'Function Pass Manager' on "
    "module 'input.c'.\n4.\tRunning pass 'BPF DAG->DAG' on function '@main'\n",
    "Cannot select: i64 = sdiv",
    "function 'main'",
    { "fatal error: error in backend: Cannot select: 0x189b8c98: i64 = sdiv "
      "0x18965bd0, 0x189b8820",
      NULL, NULL, "Running pass 'BPF DAG->DAG' on function '@main'" } },
  { "LLVM ERROR: Cannot select: t12: i64 = sdiv t1, t2, input.c:7:10 @[ "
    "input.c:9:3 ]\n",
    "Cannot select: i64 = sdiv",
    "line 7",
    { "LLVM ERROR: Cannot select: t12: i64 = sdiv t1, t2, input.c:7:10 @[ "
      "input.c:9:3 ]" } },
  { "LLVM ERROR: Cannot select: t12: i32,ch = load<(volatile load (s8) from "
    "@g, zext from i8)> t1, t2\n",
    "Cannot select: i32,ch = load volatile (s8) zext",
    "symbol 'g'",
    { "LLVM ERROR: Cannot select: t12: i32,ch = load<(volatile load (s8) from "
      "@g, zext from i8)> t1, t2" } },
  { "LLVM ERROR: Cannot select: intrinsic %llvm.x86.foo\n",
    "Cannot select: intrinsic %llvm.x86.foo",
    "",
    { "LLVM ERROR: Cannot select: intrinsic %llvm.x86.foo" } },
  { "LLVM ERROR: unable to legalize instruction: %4:_(s64) = G_FOO_BAR %1\n",
    "unable to legalize instruction: G_FOO_BAR",
    "",
    { "LLVM ERROR: unable to legalize instruction: %4:_(s64) = G_FOO_BAR "
      "%1" } },
  { "fatal error: error in backend: Unsupported expression in static "
    "initializer: addrspacecast ([9 x float*] addrspace(1)* @g_894 to i8*)\n",
    "error in backend: Unsupported expression in static initializer: "
    "addrspacecast",
    "",
    { "fatal error: error in backend: Unsupported expression in static "
      "initializer: addrspacecast ([9 x float*] addrspace(1)* @g_894 to "
      "i8*)" } },
  { "fatal error: error in backend: symbol 'my_name' is already defined\n",
    "error in backend: symbol _ is already defined",
    "",
    { "fatal error: error in backend: symbol 'my_name' is already defined" } },
  { "clang: /src/lib/Foo.cpp:123: void llvm::f(int): Assertion `N > 0 && \"no "
    "N\"' failed.\nStack dump:\n1.\t<eof> parser at end of file\n2.\tCode "
    "generation\n3.\tRunning pass 'Function Pass Manager' on module "
    "'b.c'.\n4.\tRunning pass 'BPF DAG->DAG' on function '@main'\n #0 0x1 "
    "x\n9.\tRunning pass 'none' on function '@main'\n",
    "assertion `N > 0 && \"no N\"' at Foo.cpp:123; running pass BPF DAG->DAG; "
    "in Code generation",
    "function 'main'",
    { "Assertion `N > 0 && \"no N\"' failed", "llvm::f", "/src/lib/Foo.cpp:123",
      "Running pass 'none' on function '@main'" } },
  { "bad thing\nUNREACHABLE executed at /src/lib/Bar.cpp:9!\n",
    "UNREACHABLE executed at Bar.cpp:9",
    "",
    { "UNREACHABLE executed at /src/lib/Bar.cpp:9", NULL,
      "/src/lib/Bar.cpp:9" } },
  { "input.c, line 915: compiler error: Cannot generate code, node "
    "0x55782611e7e0 op =\n",
    "compiler error: Cannot generate code, node _ op =",
    "line 915",
    { "compiler error: Cannot generate code, node 0x55782611e7e0 op =" } },
  { "input.c:1711: error 9: FATAL Compiler Internal Error in file 'SDCCsymt.c' "
    "line number '2235' : (IS_CHAR (a))\n",
    "FATAL Compiler Internal Error at SDCCsymt.c:2235",
    "line 1711",
    { "FATAL Compiler Internal Error in file 'SDCCsymt.c' line number '2235' : "
      "(IS_CHAR (a))",
      NULL, "SDCCsymt.c" } },
  { "input.c:3: warning 94: x\nCaught signal 11: SIGSEGV\n",
    "caught signal SIGSEGV",
    "line 3",
    { "Caught signal 11: SIGSEGV" } },
  { "tcc: internal error: 42 relocations\n",
    "internal error: _ relocations",
    "",
    { "internal error: 42 relocations" } },
  { "free(): invalid pointer\n",
    "free(): invalid pointer",
    "",
    { "free(): invalid pointer" } },
  { "terminate called after throwing an instance of 'std::bad_alloc'\n",
    "uncaught exception std::bad_alloc",
    "",
    { "terminate called after throwing an instance of 'std::bad_alloc'" } },
  { "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602\nREAD "
    "of size 4\n    #0 0x55 in parse_decl /src/parse.c:12:3\n    #1 0x56 in "
    "main /src/main.c:3\n",
    "AddressSanitizer heap-use-after-free at parse_decl at parse.c:12",
    "",
    { "ERROR: AddressSanitizer: heap-use-after-free", "parse_decl",
      "parse.c:12" } },
  { "input.c: In function \xe2"
    "\x80"
    "\x98"
    "f\xe2"
    "\x80"
    "\x99"
    ":\ninput.c:7:3: internal compiler error: in g, at x.c:1\n",
    "internal compiler error: in g, at x.c:1",
    "function 'f', line 7",
    { "internal compiler error: in g, at x.c:1", "g", "x.c:1" } },
  { "input.c: In function 'f':\ninput.c:3:1: warning: odd\ninput.c: In "
    "function 'g':\ninput.c:4:1: warning: odd\ninput.c: At top "
    "level:\ninput.c:9:1: internal compiler error: in x, at x.c:1\n",
    "internal compiler error: in x, at x.c:1",
    "line 9",
    { "internal compiler error: in x, at x.c:1", "x", "x.c:1" } },
  { "In function 'g.constprop.0',\n    inlined from 'f' at "
    "input.c:12:4:\ninput.c:5:1: internal compiler error: in x, at x.c:1\n",
    "internal compiler error: in x, at x.c:1",
    "function 'g', function 'f', line 5, line 12",
    { "internal compiler error: in x, at x.c:1", "x", "x.c:1" } },
  { "during IPA pass: inline\nIn function 'f':\ncc1: internal compiler error: "
    "Segmentation fault\n",
    "internal compiler error: Segmentation fault; during IPA pass: inline",
    "function 'f'",
    { "internal compiler error: Segmentation fault", NULL, NULL,
      "during IPA pass: inline" } },
  { "input.c: In member function 'int S::f(int)':\ninput.c:7: Internal "
    "compiler error in `x', at y.c:1\n",
    "internal error: in _, at y.c:_",
    "function 'f', line 7",
    { "Internal compiler error in `x', at y.c:1" } },
  { "input.c: In instantiation of 'auto S<T>::f(T) [with T = int]':\n"
    "input.c:7:6:   required from 'int g(U) [with U = int]'\n"
    "input.c:9:3:   recursively required by substitution of 'x'\n"
    "input.c:9:3:   required from here\ninput.c:3:38: internal compiler "
    "error: in tsubst_copy, at cp/pt.cc:16949\n",
    "internal compiler error: in tsubst_copy, at pt.cc:16949",
    "function 'f', function 'g', line 3, line 7, line 9",
    { "internal compiler error: in tsubst_copy, at cp/pt.cc:16949",
      "tsubst_copy", "cp/pt.cc:16949" } },
  { "input.c: In function '(static initializers for input.c)':\n"
    "input.c:3:1: internal compiler error: in x, at x.c:1\n",
    "internal compiler error: in x, at x.c:1",
    "line 3",
    { "internal compiler error: in x, at x.c:1", "x", "x.c:1" } },
  { "input.c: In function 'g':\ninput.c: In lambda function:\n"
    "input.c:5:20:   in 'constexpr' expansion of 'h(2)'\n"
    "input.c:4:1: internal compiler error: in x, at x.c:1\n",
    "internal compiler error: in x, at x.c:1",
    "function 'h', line 4, line 5",
    { "internal compiler error: in x, at x.c:1", "x", "x.c:1" } },
  { "input.c: In function 'g':\ninput.c: At global scope:\ninput.c:9:1: "
    "internal compiler error: in x, at x.c:1\n",
    "internal compiler error: in x, at x.c:1",
    "line 9",
    { "internal compiler error: in x, at x.c:1", "x", "x.c:1" } },
  { "Stack dump:\n0.\tProgram arguments: clang++\n1.\t<eof> parser at end "
    "of file\n2.\tinput.c:2:1: parsing namespace 'main'\n"
    "3.\tinput.c:9:3: instantiating function definition "
    "'inner::S<int>::f<char>'\n",
    "stack dump",
    "function 'f', line 9",
    { NULL } },
  { "1.\t<eof> parser at end of file\n2.\tCode generation\n3.\tRunning "
    "pass 'X86 DAG->DAG Instruction Selection' on function "
    "'@_ZN5inner1SIiE1fIcEEvv'\n",
    "",
    "function 'f'",
    { NULL, NULL, NULL,
      "Running pass 'X86 DAG->DAG Instruction Selection' on function "
      "'@_ZN5inner1SIiE1fIcEEvv'" } },
  { "input.c:3: error: odd\ninput.c:8: confused by earlier errors, bailing "
    "out\n",
    "",
    "line 8",
    { NULL } },
  { "Stack dump:\n0.\tProgram arguments: clang\n1.\tinput.c:9:3: current "
    "parser token 'x'\n2.\tinput.c:3:12: parsing function body "
    "'f'\n3.\tinput.c:4:12: in compound statement ('{}')\n",
    "stack dump",
    "function 'f', line 9, line 4",
    { NULL } },
  { "1.\t<eof> parser at end of file\n2.\tPer-file LLVM IR "
    "generation\n3.\tinput.c:3:6: Generating code for declaration 'f'\n",
    "",
    "function 'f', line 3",
    { NULL } },
  { "1.\tinput.c:9:3 <Spelling=input.c:1:11>: current parser token "
    "';'\n2.\tinput.c:3:6: LLVM IR generation of declaration 'f'\n",
    "",
    "function 'f', line 3, line 9",
    { NULL } },
  { "1.\t<eof> parser at end of file\n2.\tOptimizer\n3.\tRunning pass "
    "\"function<eager-inv>(sroa)\" on module \"input.c\"\n4.\tRunning pass "
    "\"sroa<modify-cfg>\" on function \"f\"\n",
    "",
    "function 'f'",
    { NULL, NULL, NULL,
      "Running pass \"sroa<modify-cfg>\" on function \"f\"" } },
  { "3.\tRunning pass 'Function Pass Manager' on module "
    "'input.c'.\n4.\tRunning pass 'X86 DAG->DAG' on function '@g'\n",
    "",
    "function 'g'",
    { NULL, NULL, NULL, "Running pass 'X86 DAG->DAG' on function '@g'" } },
  { "fatal error: error in backend: Cannot select: 0x1: ch = store<(store "
    "(s32) into @g.1, !tbaa !6)> 0x2\n  0x3: i64 = GlobalAddress<[3 x i8]* "
    "@__const.h.x> 0\nIn function: f\n",
    "Cannot select: ch = store (s32)",
    "function 'f', symbol 'g', symbol 'h', symbol 'x'",
    { "fatal error: error in backend: Cannot select: 0x1: ch = store<(store "
      "(s32) into @g.1, !tbaa !6)> 0x2" } },
  { "in function f\nLLVM ERROR: Broken function found, compilation aborted!\n",
    "error in backend: Broken function _, compilation aborted!",
    "function 'f'",
    { "LLVM ERROR: Broken function found, compilation aborted!" } },
  { "fatal error: error in backend: symbol 'x' is already defined\n",
    "error in backend: symbol _ is already defined",
    "symbol 'x'",
    { "fatal error: error in backend: symbol 'x' is already defined" } },
  { "fatal error: error in backend: unsupported call to function g\n",
    "error in backend: unsupported call to function _",
    "symbol 'g'",
    { "fatal error: error in backend: unsupported call to function g" } },
  { "LLVM ERROR: unable to legalize instruction: %4:_(s64) = G_X %1 (in "
    "function: f)\n",
    "unable to legalize instruction: G_X",
    "function 'f'",
    { "LLVM ERROR: unable to legalize instruction: %4:_(s64) = G_X %1 (in "
      "function: f)" } },
  { "input.c:12: error: internal compiler error\n",
    "internal error: ",
    "line 12",
    { "internal compiler error" } },
  { "input.c:5: warning 85: in function platform_main_end unreferenced "
    "function argument : 'flag'\nCaught signal 11: SIGSEGV\n",
    "caught signal SIGSEGV",
    "function 'platform_main_end', line 5",
    { "Caught signal 11: SIGSEGV" } },
  { "input.c, line 3: warning: odd\nerror: ccom terminated with signal 11\n",
    "signal SIGSEGV",
    "line 3",
    { "ccom terminated with signal 11" } },
  { "input.c: In function `func_13':\ninput.c:4: internal compiler error: in "
    "byte_reg, at config/h8300/h8300.c:342\nPlease submit a full bug report,\n",
    "internal compiler error: in byte_reg, at h8300.c:342",
    "function 'func_13', line 4",
    { "internal compiler error: in byte_reg, at config/h8300/h8300.c:342",
      "byte_reg", "config/h8300/h8300.c:342" } },
  { "during IPA pass: inline\nIn function 'f':\ncc1: internal compiler error: "
    "Segmentation fault\n0x7fc22ba3d04f "
    "???\n\t./signal/../sysdeps/x/libc_sigaction.c:0\n",
    "internal compiler error: Segmentation fault; during IPA pass: inline",
    "function 'f'",
    { "internal compiler error: Segmentation fault", NULL, NULL,
      "during IPA pass: inline" } },
  { "clang: /b/llvm/lib/IR/Value.cpp:97: virtual llvm::Value::~Value(): "
    "Assertion `use_empty() && \"Uses remain\"' failed.\nStack "
    "dump:\n0.\tProgram arguments: clang\n3.\tRunning pass 'Function Pass "
    "Manager' on module 'a.c'.\n4.\tRunning pass 'Early CSE' on function "
    "'@f'\n",
    "assertion `use_empty() && \"Uses remain\"' at Value.cpp:97; running pass "
    "Early CSE",
    "function 'f'",
    { "Assertion `use_empty() && \"Uses remain\"' failed",
      "llvm::Value::~Value", "/b/llvm/lib/IR/Value.cpp:97",
      "Running pass 'Early CSE' on function '@f'" } },
  { "a.c:1:2: warning: #warning internal compiler error: in f, at x:1\n",
    "",
    "",
    { NULL } },
  { "", "", "", { NULL } },
  { "1.\t<eof> parser at end of file\n3.\tRunning pass \"inline\" on cgscc "
    "\"(f, g)\"\n",
    "",
    "function 'f'",
    { NULL, NULL, NULL, "Running pass \"inline\" on cgscc \"(f, g)\"" } },
  { "Assertion failed: (n > 0), function f, file /s/fold.c, line 7.\n",
    "assertion `(n > 0), function f' at fold.c:7",
    "",
    { "Assertion failed: (n > 0), function f, file /s/fold.c, line 7", NULL,
      "/s/fold.c, line 7" } },
  { "- function:           f\n", "", "function 'f'", { NULL } },
  { "LLVM ERROR: unsupported thing in function 'f'\n",
    "error in backend: unsupported thing in function _",
    "function 'f'",
    { "LLVM ERROR: unsupported thing in function 'f'" } },
  { "Stack dump without symbol names (ensure you have llvm-symbolizer in your "
    "PATH):\n",
    "",
    "",
    { NULL } },
  { "double free or corruption (out)\n",
    "double free or corruption",
    "",
    { "double free or corruption" } },
  { "*** stack smashing detected ***: terminated\n",
    "stack smashing detected",
    "",
    { "*** stack smashing detected" } },
  { "/s/fold.c:7:3: runtime error: shift exponent 64 is too large\n",
    "runtime error at fold.c:7: shift exponent _ is too large",
    "",
    { "runtime error: shift exponent 64 is too large", NULL, "/s/fold.c:7" } },
  { "error: internal compiler error: "
    "compiler/rustc_mir_dataflow/src/impls/mod.rs:724:26: `discriminant` "
    "called on unexpected type Opaque(DefId(0:120 ~ "
    "input[d264]::inner::foo::{opaque#0}), [])\n   --> input.rs:561:30\nthread "
    "'rustc' panicked at 'Box<dyn Any>', "
    "/usr/src/rustc-1.63.0/compiler/rustc_errors/src/lib.rs:1391:9\nquery "
    "stack during panic:\n#0 [mir_borrowck] borrow-checking `inner::foo`\n",
    "internal compiler error at rustc_mir_dataflow/src/impls/mod.rs:724: _ "
    "called on unexpected type Opaque",
    "function 'foo'",
    { "internal compiler error: "
      "compiler/rustc_mir_dataflow/src/impls/mod.rs:724:26: `discriminant` "
      "called on unexpected type Opaque(DefId(0:120 ~ "
      "input[d264]::inner::foo::{opaque#0}), [])",
      NULL, "rustc_mir_dataflow/src/impls/mod.rs:724",
      "[mir_borrowck] borrow-checking `inner::foo`" } },
  { "thread 'rustc' panicked at 'called `Option::unwrap()` on a `None` value', "
    "compiler/rustc_target/src/abi/call/x86_64.rs:158:47\nerror: internal "
    "compiler error: unexpected panic\n",
    "panicked at rustc_target/src/abi/call/x86_64.rs:158",
    "",
    { "thread 'rustc' panicked at 'called `Option::unwrap()` on a `None` "
      "value', compiler/rustc_target/src/abi/call/x86_64.rs:158:47",
      NULL, "rustc_target/src/abi/call/x86_64.rs:158" } },
  { "ghc: panic! (the 'impossible' happened)\n  (GHC version "
    "9.0.2:\n\tModOrigin: "
    "hidden module redefined\n  Call stack:\n      CallStack (from "
    "HasCallStack):\n"
    "        callStackDoc, called at compiler/GHC/Utils/Outputable.hs:1230:37 "
    "in "
    "ghc:GHC.Utils.Outputable\n        pprPanic, called at "
    "compiler/GHC/Unit/State.hs:239:14 in ghc:GHC.Unit.State\n",
    "panic; in GHC.Unit.State at State.hs:239",
    "",
    { "panic! (the 'impossible' happened)", "GHC.Unit.State",
      "State.hs:239" } },
  { "Fatal error: exception File \"typing/env.ml\", line 1126, characters "
    "26-32: "
    "Assertion failed\n",
    "exception at env.ml:1126: Assertion failed",
    "",
    { "Fatal error: exception File \"typing/env.ml\", line 1126, characters "
      "26-32: "
      "Assertion failed",
      NULL, "env.ml" } },
  { ">> Fatal error: Matching.call_switcher\n"
    "Fatal error: exception Misc.Fatal_error\n",
    "fatal error: Matching.call_switcher",
    "",
    { "Fatal error: Matching.call_switcher" } },
  { "Exception in thread \"main\" java.lang.AssertionError: assertion failed\n"
    "\tat scala.reflect.internal.SymbolTable.throwAssertionError"
    "(SymbolTable.scala:183)\n"
    "\tat scala.tools.nsc.transform.Erasure.foo(Erasure.scala:10)\n",
    "uncaught exception java.lang.AssertionError: assertion failed; in "
    "scala.tools.nsc.transform.Erasure.foo at Erasure.scala:10",
    "",
    { "Exception in thread \"main\" java.lang.AssertionError: assertion failed",
      "scala.tools.nsc.transform.Erasure.foo", "Erasure.scala:10" } },
  { "Fatal error: exception Not_found\n",
    "exception Not_found",
    "",
    { "Fatal error: exception Not_found" } },
  { "c.cs(3,53): error CS0589: Internal compiler error during "
    "parsingSystem.NotImplementedException: type pattern matching\n  at "
    "Mono.CSharp.CSharpParser.case_963 () [0x0002d] in <d18188fb>:0 \n",
    "internal error: during parsingSystem.NotImplementedException: type "
    "pattern "
    "matching",
    "",
    { "Internal compiler error during parsingSystem.NotImplementedException: "
      "type "
      "pattern matching" } },
  { "/lib/node_modules/typescript/lib/tsc.js:120196\n      throw e;\n      "
    "^\n\n"
    "Error: Debug Failure. Expected 51 <= 50\n    at assertDiagnosticLocation "
    "(/lib/node_modules/typescript/lib/tsc.js:13507:9)\n",
    "Debug Failure. Expected _; in assertDiagnosticLocation at tsc.js:13507",
    "",
    { "Error: Debug Failure. Expected 51 <= 50", "assertDiagnosticLocation",
      "tsc.js:13507" } },
  { "thread 'rustc' (4711) panicked at "
    "/rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/compiler/rustc_index/src/"
    "vec.rs:44:10:\nindex out of bounds\n",
    "panicked at rustc_index/src/vec.rs:44",
    "",
    { "thread 'rustc' (4711) panicked at "
      "/rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/compiler/rustc_index/"
      "src/vec.rs:44:10:",
      NULL, "rustc_index/src/vec.rs:44" } },
  { "./crash.go:11:8: internal compiler error: 'f': panic during lower while "
    "compiling f:\n\nruntime error: index out of range\n\ngoroutine 21 "
    "[running]:\ncmd/compile/internal/ssa.Compile.func1(0xc0003ef108, "
    "0xc0000be6e0)\n\tgo/src/cmd/compile/internal/ssa/compile.go:45 "
    "+0xac\npanic(0xd7d140, 0x15551c0)\n\tgo/src/runtime/panic.go:513 "
    "+0x1c5\ncmd/compile/internal/ssa.read8(...)\n",
    "internal compiler error: panic during lower while compiling f; in "
    "cmd/compile/internal/ssa.read8",
    "function 'f'",
    { "internal compiler error: 'f': panic during lower while compiling f:",
      "cmd/compile/internal/ssa.read8" } },
  { "panic: runtime error: invalid memory address or nil pointer "
    "dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x70 "
    "pc=0xaafefc]\n\ngoroutine 26 "
    "[running]:\ncmd/compile/internal/gc.buildssa(0x0, 0x2, "
    "0x0)\n\t/workdir/go/src/cmd/compile/internal/gc/ssa.go:315 +0xfc\n",
    "in cmd/compile/internal/gc.buildssa; panic: runtime error: invalid memory "
    "address or nil pointer dereference",
    "",
    { "panic: runtime error: invalid memory address or nil pointer dereference",
      "cmd/compile/internal/gc.buildssa" } },
  { "go1: internal compiler error: in type_descriptor_backend_name, at "
    "go/gofrontend/names.cc:1086\n",
    "internal compiler error: in type_descriptor_backend_name, at "
    "names.cc:1086",
    "",
    { "internal compiler error: in type_descriptor_backend_name, at "
      "go/gofrontend/names.cc:1086",
      "type_descriptor_backend_name", "go/gofrontend/names.cc:1086" } },
  { "input.c:568:12:\n\ninternal compiler error: in gfc_conv_variable, at "
    "fortran/trans-expr.c:3020\n",
    "internal compiler error: in gfc_conv_variable, at trans-expr.c:3020",
    "line 568",
    { "internal compiler error: in gfc_conv_variable, at "
      "fortran/trans-expr.c:3020",
      "gfc_conv_variable", "fortran/trans-expr.c:3020" } },
  { "+===========================GNAT BUG "
    "DETECTED==============================+\n| GPL 2016 (20160515-49) "
    "(x86_64-pc-linux-gnu) GCC error:                  |\n| in process_type, "
    "at ada/gcc-interface/trans.c:9616                       |\n| Error "
    "detected at input.c:105:9 [a.ads:51:4]|\n",
    "internal compiler error: in process_type, at trans.c:9616; GNAT bug "
    "detected",
    "line 105",
    { "in process_type, at ada/gcc-interface/trans.c:9616", "process_type",
      "ada/gcc-interface/trans.c:9616" } },
  { "+===========================GNAT BUG "
    "DETECTED==============================+\n| 6.3.0 20170516 "
    "(x86_64-linux-gnu) Storage_Error stack overflow or erroneous memory "
    "access|\n| Error detected at input.c:91:75 [prove_parser.adb:10:7]        "
    "  |\n",
    "Storage_Error stack overflow or erroneous memory access; GNAT bug "
    "detected",
    "line 91",
    { "Storage_Error stack overflow or erroneous memory access" } },
  { "raised SYSTEM.ASSERTIONS.ASSERT_FAILURE : trans-chap5.adb:808\n",
    "raised SYSTEM.ASSERTIONS.ASSERT_FAILURE: trans-chap5.adb:_",
    "",
    { "raised SYSTEM.ASSERTIONS.ASSERT_FAILURE : trans-chap5.adb:808" } },
  { "%Error: Internal Error: input.c:8:7: ../V3Param.cpp:224: Didn't find "
    "pin\n",
    "internal error at V3Param.cpp:224: Didn't find pin",
    "line 8",
    { "Error: Internal Error: input.c:8:7: ../V3Param.cpp:224: Didn't find pin",
      NULL, "../V3Param.cpp:224" } },
  { "input.c:7: assert: elab_expr.cc:1234: failed assertion net\n",
    "assertion `net' at elab_expr.cc:1234",
    "line 7",
    { "failed assertion net", NULL, "elab_expr.cc:1234" } },
  { "ERROR: Assert `p[0] == '$' || p[0] == '\\\\'' failed in "
    "./kernel/rtlil.h:167.\n",
    "assertion `p[0] == '$' || p[0] == '\\\\'' at rtlil.h:167",
    "",
    { "Assert `p[0] == '$' || p[0] == '\\\\'' failed in ./kernel/rtlil.h:167",
      NULL, "./kernel/rtlil.h:167" } },
  { "ivl: t-dll-api.cc:1770: unsigned int ivl_nexus_ptrs(ivl_nexus_t): "
    "Assertion `net' failed.\nAborted\n",
    "assertion `net' at t-dll-api.cc:1770",
    "",
    { "Assertion `net' failed", "ivl_nexus_ptrs", "t-dll-api.cc:1770" } },
  { "#\n# Fatal error in ../deps/v8/src/objects/code-inl.h, line 213\n# Debug "
    "check failed: kind() != CodeKind::BASELINE.\n#\n",
    "fatal error at code-inl.h:213; Debug check failed: kind",
    "",
    { "Fatal error in ../deps/v8/src/objects/code-inl.h, line 213" } },
  { "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out "
    "of memory\n",
    "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out "
    "of memory",
    "",
    { "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out "
      "of memory" } },
  { "[4711] Assertion failure: isObject(), at /b/js/src/vm/Value.h:617\n",
    "assertion `isObject()' at Value.h:617",
    "",
    { "Assertion failure: isObject(), at /b/js/src/vm/Value.h:617", NULL,
      "/b/js/src/vm/Value.h:617" } },
  { "ASSERTION FAILED: "
    "cell->inherits(info)\n/b/Source/JavaScriptCore/runtime/JSCast.h(33) : T "
    "JSC::jsCast()\n",
    "assertion `cell->inherits(info)'",
    "",
    { "ASSERTION FAILED: cell->inherits(info)" } },
  { "ICE: Assertion 'object_p->type_flags_refs >= ECMA_OBJECT_REF_ONE' failed "
    "at /b/jerry-core/ecma/base/ecma-gc.c(ecma_deref_object):171.\nError: "
    "ERR_FAILED_INTERNAL_ASSERTION\n",
    "Assertion 'object_p->type_flags_refs >= ECMA_OBJECT_REF_ONE' failed at "
    "ecma-gc.c:171",
    "",
    { "Assertion 'object_p->type_flags_refs >= ECMA_OBJECT_REF_ONE' failed at "
      "/b/jerry-core/ecma/base/ecma-gc.c(ecma_deref_object):171",
      "ecma_deref_object" } },
  { "Internal compiler error: java.lang.NullPointerException: Cannot invoke "
    "\"org.eclipse.jdt.internal.compiler.lookup.TypeBinding.isLocalType()\" "
    "because \"originalType\" is null at "
    "org.eclipse.jdt.internal.compiler.ast.LambdaExpression$"
    "LocalTypeSubstitutor.substitute(LambdaExpression.java:1531)\n",
    "internal compiler error: java.lang.NullPointerException at "
    "LambdaExpression.java:1531",
    "",
    { "Internal compiler error: java.lang.NullPointerException: Cannot invoke "
      "\"org.eclipse.jdt.internal.compiler.lookup.TypeBinding.isLocalType()\" "
      "because \"originalType\" is null at "
      "org.eclipse.jdt.internal.compiler.ast.LambdaExpression$"
      "LocalTypeSubstitutor.substitute(LambdaExpression.java:1531)",
      "substitute", "LambdaExpression.java:1531" } },
  { "An exception has occurred in the compiler (14-internal). Please file a "
    "bug against the Java compiler\njava.lang.NullPointerException\n\tat "
    "java.base/java.util.Objects.requireNonNull(Objects.java:233)\n\tat "
    "jdk.compiler/"
    "com.sun.tools.javac.code.Symbol.complete(Symbol.java:670)\n\tat "
    "jdk.compiler/"
    "com.sun.tools.javac.code.ClassFinder.completeOwners(ClassFinder.java:317)"
    "\n",
    "exception in the compiler; in com.sun.tools.javac.code.Symbol.complete at "
    "Symbol.java:670; java.lang.NullPointerException",
    "",
    { "An exception has occurred in the compiler (14-internal). Please file a "
      "bug against the Java compiler",
      "com.sun.tools.javac.code.Symbol.complete", "Symbol.java:670" } },
  { "Exception in thread \"main\" java.lang.IllegalStateException: bad 0\n\tat "
    "P.main(P.java:1)\nCaused by: java.lang.NullPointerException: Cannot "
    "invoke \"Object.toString()\" because \"<local1>\" is null\n\tat "
    "P.main(P.java:1)\n\tat "
    "jdk.compiler/com.sun.tools.javac.launcher.Main.execute(Main.java:419)\n",
    "uncaught exception java.lang.IllegalStateException: bad _; "
    "java.lang.NullPointerException: Cannot invoke _ because _ is null",
    "",
    { "Exception in thread \"main\" java.lang.IllegalStateException: bad 0" } },
  { "# A fatal error has been detected by the Java Runtime Environment:\n#\n#  "
    "Internal Error (/b/src/hotspot/share/opto/loopnode.cpp:123), pid=4711, "
    "tid=4712\n#  assert(n != NULL) failed: no node\n",
    "internal error at loopnode.cpp:123",
    "",
    { "Internal Error (/b/src/hotspot/share/opto/loopnode.cpp:123)", NULL,
      "/b/src/hotspot/share/opto/loopnode.cpp:123" } },
  { "#  SIGSEGV (0xb) at pc=0x00007f5c1d5a3c5b, pid=4711, tid=4712\n# "
    "Problematic frame:\n# V  [libjvm.so+0x8a3c5b]  "
    "PhaseIdealLoop::build_loop_late_post_work(Node*, bool)+0x14b\n",
    "signal SIGSEGV; in libjvm.so+0x8a3c5b",
    "",
    { "SIGSEGV (0xb)" } },
  { "Traceback (most recent call last):\n  File \"/usr/bin/weasyprint\", line "
    "8, in <module>\n    sys.exit(main())\n             ^^^^^^\n  File "
    "\"/usr/lib/python3/dist-packages/weasyprint/formatting_structure/"
    "boxes.py\", line 204, in rounded_box\n    tlrx, tlry = "
    "self.border_top_left_radius\n                 "
    "^^^^^^^^^^^^^^^^^^^^^^^^^^^\nAttributeError: 'TableCellBox' object has no "
    "attribute 'border_top_left_radius'\n",
    "in rounded_box at boxes.py:204; AttributeError: _ object has no attribute "
    "_",
    "",
    { "AttributeError: 'TableCellBox' object has no attribute "
      "'border_top_left_radius'",
      "rounded_box",
      "/usr/lib/python3/dist-packages/weasyprint/formatting_structure/"
      "boxes.py" } },
  { "Traceback (most recent call last):\n  File "
    "\"/tmp/clang-hdd-aBcDeF/run/work/input.py\", line 4, in <module>\n    "
    "f(\"{\")\nValueError: x\n",
    "",
    "",
    { "ValueError: x" } },
  { "Fatal Python error: Segmentation fault\n\nCurrent thread "
    "0x00007fbad71d4040 (most recent call first):\n",
    "Fatal Python error: Segmentation fault",
    "",
    { "Fatal Python error: Segmentation fault" } },
  { "-e:1: [BUG] Segmentation fault at 0x000000000000373e\n",
    "[BUG] Segmentation fault at _",
    "",
    { "[BUG] Segmentation fault at 0x000000000000373e" } },
  { "(eval at /a b/x.rb:1):1: [BUG] Segmentation fault at 0x10\n",
    "[BUG] Segmentation fault at _",
    "",
    { "[BUG] Segmentation fault at 0x10" } },
  { "{standard input}:21: Internal error, aborting at "
    "../../gas/config/tc-arm.c line 7012 in md_apply_fix\n",
    "internal error: aborting at ../../gas/config/tc-arm.c line _ in "
    "md_apply_fix",
    "",
    { "Internal error, aborting at ../../gas/config/tc-arm.c line 7012 in "
      "md_apply_fix" } },
  { "core.exception.AssertError@src/dmd/e2ir.d(123): Assertion failure\n",
    "core.exception.AssertError at e2ir.d:123",
    "",
    { "core.exception.AssertError@src/dmd/e2ir.d(123): Assertion failure" } },
  { "error: internal compiler error: no errors encountered even though "
    "`delay_span_bug` issued\n\nerror: internal compiler error: broken MIR in "
    "DefId(0:3 ~ input[d264]::f) at bb0\n",
    "internal compiler error: broken MIR in DefId",
    "",
    { "internal compiler error: broken MIR in DefId(0:3 ~ input[d264]::f) at "
      "bb0" } },
  { "gfortran-12: internal compiler error: Segmentation fault signal "
    "terminated program f951\n",
    "signal SIGSEGV",
    "",
    { "internal compiler error: Segmentation fault signal terminated program "
      "f951" } },
};

/* Those of recorded.h, in its order. */
static const sample recorded[] = {
  { "alpha-extract_insn",
    "internal compiler error: in extract_insn, at recog.cc:2791; "
    "unrecognizable insn; during RTL pass: vregs",
    "function 'safe_add_func_float_f_f', line 681, line 684",
    { "internal compiler error: in extract_insn, at recog.cc:2791",
      "extract_insn", "recog.cc:2791", "during RTL pass: vregs" } },
  { "avr-segv",
    "internal compiler error: Segmentation fault",
    "function 'safe_mul_func_int64_t_s_s', line 306",
    { "internal compiler error: Segmentation fault" } },
  { "avr-ssa-corruption",
    "internal compiler error: SSA corruption",
    "function 'foo', line 672",
    { "internal compiler error: SSA corruption" } },
  { "h8300-byte_reg",
    "internal compiler error: in byte_reg, at h8300.c:342",
    "function 'func_13', line 1198",
    { "internal compiler error: in byte_reg, at config/h8300/h8300.c:342",
      "byte_reg", "config/h8300/h8300.c:342" } },
  { "gcc12-segv-inline",
    "internal compiler error: Segmentation fault; during IPA pass: inline",
    "",
    { "internal compiler error: Segmentation fault", NULL, NULL,
      "during IPA pass: inline" } },
  { "sh4-curr_insn_transform",
    "internal compiler error: in curr_insn_transform, at "
    "lra-constraints.cc:4168; unable to generate reloads for; during RTL pass: "
    "reload",
    "function 'main', line 768, line 1304",
    { "internal compiler error: in curr_insn_transform, at "
      "lra-constraints.cc:4168",
      "curr_insn_transform", "lra-constraints.cc:4168",
      "during RTL pass: reload" } },
  { "clang14-bpf-sdiv",
    "Cannot select: i64 = sdiv",
    "function 'main'",
    { "fatal error: error in backend: Cannot select: 0x663b2b8: i64 = sdiv "
      "0x66048e0, 0x663ae40",
      NULL, NULL,
      "Running pass 'BPF DAG->DAG Pattern Instruction Selection' on function "
      "'@main'" } },
  { "clang14-mcse-segv",
    "stack dump; running pass Machine Common Subexpression Elimination; in "
    "Code generation at libLLVM-14.so.1+0x11fe66f",
    "function 'foo'",
    { NULL, NULL, NULL,
      "Running pass 'Machine Common Subexpression Elimination' on function "
      "'@foo'" } },
  { "clang14-mcse-segv with offsets",
    "stack dump; running pass Machine Common Subexpression Elimination; in "
    "Code generation at libLLVM-14.so.1+0x11fe66f",
    "function 'foo'",
    { NULL, NULL, NULL,
      "Running pass 'Machine Common Subexpression Elimination' on function "
      "'@foo'" } },
  { "clang14-irgen-50871 with offsets",
    "stack dump; in Per-file LLVM IR generation at "
    "libclang-cpp.so.14+0x1bc2f45",
    "",
    { NULL } },
  { "med-clang19-bpf-vastart with offsets",
    "Cannot select: ch = vastart",
    "function 'f4'",
    { "fatal error: error in backend: Cannot select: 0x55d934e091b0: ch = "
      "vastart 0x55d934e08f10, FrameIndex:i64<0>, SrcValue:ch<0x55d934d735d0>",
      NULL, NULL,
      "Running pass 'BPF DAG->DAG Pattern Instruction Selection' on function "
      "'@f4'" } },
  { "sdcc-hc08-symt2235",
    "FATAL Compiler Internal Error at SDCCsymt.c:2235",
    "line 1711",
    { "FATAL Compiler Internal Error in file 'SDCCsymt.c' line number '2235' : "
      "(IS_CHAR (etype1) || IS_BOOLEAN (etype1)) && (IS_CHAR (etype2) || "
      "IS_BOOLEAN (etype2)) ",
      NULL, "SDCCsymt.c" } },
  { "sdcc-z80-segv",
    "caught signal SIGSEGV",
    "line 984",
    { "Caught signal 11: SIGSEGV" } },
  { "pcc-cannot-generate",
    "compiler error: Cannot generate code, node _ op =",
    "line 915",
    { "compiler error: Cannot generate code, node 0x55cf073897e0 op =" } },
  { "gcc-12 overflowing its stack",
    "signal SIGSEGV",
    "",
    { "internal compiler error: Segmentation fault signal terminated program "
      "cc1" } },
  { "avr-gcc overflowing its stack",
    "signal SIGSEGV",
    "",
    { "internal compiler error: Segmentation fault (program cc1)" } },
  { "h8300-hitachi-coff-gcc overflowing its stack",
    "signal SIGSEGV",
    "",
    { "Internal error: Segmentation fault (program cc1)" } },
};

#endif
