/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Names that other compilers predefine and libclang does not: a prelude before
 * the text, and a target with the same type sizes.
 *
 * Both derive from the compiler's own `-E -dM` output. The prelude only
 * declares what libclang lacks, each under a guard, so that a later libclang
 * with the type built in does not clash. SDCC's keywords vanish as macros; the
 * tree keeps them, since the parser reads the tokens, not their expansions.
 */
#include <stdio.h>
#include <string.h>

#include "args.h"

long macro_value(const char *macros, const char *name, long otherwise)
{
  size_t size = strlen(name);
  for (const char *at = macros; at && (at = strstr(at, name)); at += size)
    if (at > macros && at[-1] == ' ' && at[size] == ' ')
      return strtol(at + size, NULL, 0);
  return otherwise;
}

static bool is_defined(const char *macros, const char *name)
{
  return macro_value(macros, name, -1) != -1;
}

const char *surrogate_target(const char *macros)
{
  long pointer = macro_value(macros, "__SIZEOF_POINTER__", 8);
  long whole = macro_value(macros, "__SIZEOF_INT__", pointer < 4 ? 2 : 4);
  long large = macro_value(macros, "__SIZEOF_LONG__", pointer < 4 ? 4 : 8);
  if (is_defined(macros, "__SDCC"))
    return "avr";
  if (whole < 4)
    return is_defined(macros, "__AVR__") ? "avr" : "msp430";
  if (pointer < 8)
    return macro_value(macros, "__BYTE_ORDER__", 1234) == 4321
               ? "powerpc-unknown-linux-gnu"
               : "i386-unknown-linux-gnu";
  return large < 8 ? "x86_64-pc-windows-gnu" : "x86_64-unknown-linux-gnu";
}

/* What the standard says of the prelude is no concern of the text's. */
static const char head[] = "#pragma clang system_header\n";

/* Typedefs that agree with those of system headers. */
static const char common[] =
    "#ifndef __SIZEOF_FLOAT128__\n"
    "#define __float128 long double\n"
    "#endif\n"
    "typedef float _Float32;\n"
    "typedef double _Float64;\n"
    "typedef double _Float32x;\n"
    "typedef long double _Float64x;\n"
    "typedef long double _Float128x;\n"
    "typedef __float128 _Float128;\n"
    "#ifndef __SIZEOF_INT128__\n"
    "#define __int128 long long\n"
    "#endif\n"
    "#define _Decimal32 float\n"
    "#define _Decimal64 double\n"
    "#define _Decimal128 long double\n"
    "#define __malloc__(...) __malloc__\n"
    "#define __builtin_has_attribute(...) 0\n"
    "#define __builtin_va_arg_pack() 0\n"
    "#define __builtin_va_arg_pack_len() 0\n"
    "#define __builtin_speculation_safe_value(x, ...) (x)\n"
    "void *__builtin_apply_args(void);\n"
    "void *__builtin_apply(void (*)(), void *, unsigned long);\n"
    "void __builtin_return(void *);\n";

static const char sdcc[] =
    "#define __data\n#define __near\n#define __xdata\n#define __far\n"
    "#define __idata\n#define __pdata\n#define __code\n#define __reentrant\n"
    "#define __naked\n#define __banked\n#define __nonbanked\n"
    "#define __critical\n#define __wparam\n#define __shadowregs\n"
    "#define __trap\n#define __bit _Bool\n#define __sbit volatile _Bool\n"
    "#define __sfr volatile unsigned char\n"
    "#define __sfr16 volatile unsigned short\n"
    "#define __sfr32 volatile unsigned long\n"
    "#define __at(x)\n#define __interrupt(x)\n#define __using(x)\n"
    "#define __sdcccall(x)\n#define __z88dk_callee\n#define __z88dk_fastcall\n"
    "#define __preserves_regs(...)\n#define __smallc\n#define __addressmod\n";

static const char avr[] = "#define __flash\n#define __memx\n";

/* What libclang 19 lacks of GCC's types and traits. A trait's answer is a guess:
 * the one that headers most often ask for. */
static const char cxx_lacks[] =
    "#define __float80 long double\n"
    "#define __integer_pack(...) 0\n"
    "#define __builtin_clear_padding(x) ((void)(x))\n"
    "#define __builtin_is_corresponding_member(...) true\n"
    "#define __builtin_is_pointer_interconvertible_with_class(...) true\n"
    "#define __builtin_is_virtual_base_of(...) false\n"
    "#if !__has_builtin(__is_invocable)\n"
    "#define __is_invocable(...) true\n"
    "#define __is_nothrow_invocable(...) true\n"
    "#endif\n"
    "#if __cplusplus >= 201103L\n"
    "template <class T, T...> struct __hdd_packs;\n"
    "template <template <__SIZE_TYPE__...> class, class> struct __hdd_sizes;\n"
    "template <template <__SIZE_TYPE__...> class X, __SIZE_TYPE__... I>\n"
    "struct __hdd_sizes<X, __hdd_packs<__SIZE_TYPE__, I...>> { typedef X<I...> "
    "to; };\n"
    "template <template <class T, T...> class X, class T, T N>\n"
    "using __hdd_pack = __make_integer_seq<X, T, N>;\n"
    "template <template <__SIZE_TYPE__...> class X, __SIZE_TYPE__ N>\n"
    "using __hdd_size = typename __hdd_sizes<\n"
    "    X, __make_integer_seq<__hdd_packs, __SIZE_TYPE__, N>>::to;\n"
    "#endif\n"; /* packs.c */

char *prelude_new(const char *macros, uint32_t words)
{
  if (words & WORDS_OPENCL) /* another compiler than clang does not read it */
    return mem_format("%s", head);
  bool small = macros && strstr(macros, " __SDCC");
  bool has_spaces = macros && strstr(macros, "__AVR");
  return mem_format("%s%s%s%s%s", head, common, small ? sdcc : "",
                    has_spaces ? avr : "", words & WORDS_CXX ? cxx_lacks : "");
}
