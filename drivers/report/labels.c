/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The labels that LLVM's triage gives an issue, and Rust's.
 *
 * llvm-project's own list of labels (.github/new-prs-labeler.yml) gives folders of
 * its source to labels. A crash tells its place by the pass, the message and the
 * functions of its stack dump, so each row of `sites` has a word of one of these
 * for such a folder. The first row that fits the innermost place counts; if none
 * does, the stage has a label. A crash in the back end is also the target's.
 */
#include <stdlib.h>
#include <string.h>

#include "report/parts.h"

static const struct {
  const char *target, *name, *label;
} back_ends[] = {
  { "x86_64", "x86", "X86" },
  { "i386", "x86", "X86" },
  { "i486", "x86", "X86" },
  { "i586", "x86", "X86" },
  { "i686", "x86", "X86" },
  { "aarch64", "aarch64", "AArch64" },
  { "arm64", "aarch64", "AArch64" },
  { "arm", "arm", "ARM" },
  { "thumb", "arm", "ARM" },
  { "amdgcn", "amdgpu", "AMDGPU" },
  { "r600", "amdgpu", "AMDGPU" },
  { "avr", "avr", "AVR" },
  { "bpf", "bpf", "BPF" },
  { "hexagon", "hexagon", "Hexagon" },
  { "lanai", "lanai", "Lanai" },
  { "loongarch", "loongarch", "loongarch" },
  { "m68k", "m68k", "m68k" },
  { "mips", "mips", "MIPS" },
  { "msp430", "msp430", "MSP430" },
  { "nvptx", "nvptx", "NVPTX" },
  { "powerpc", "powerpc", "PowerPC" },
  { "ppc", "powerpc", "PowerPC" },
  { "riscv", "riscv", "RISC-V" },
  { "s390x", "systemz", "SystemZ" },
  { "systemz", "systemz", "SystemZ" },
  { "sparc", "sparc", "Sparc" },
  { "ve", "ve", "VE" },
  { "wasm", "webassembly", "WebAssembly" },
  { "xcore", "xcore", "XCore" },
};
enum { BACK_ENDS = sizeof back_ends / sizeof *back_ends };

static const struct {
  const char *word, *label;
} sites[] = {
  { "Cannot select", "llvm:SelectionDAG" },
  { "SelectionDAG", "llvm:SelectionDAG" },
  { "DAGCombiner", "llvm:SelectionDAG" },
  { "DAGToDAGISel", "llvm:SelectionDAG" },
  { "DAG->DAG", "llvm:SelectionDAG" },
  { "GlobalISel", "llvm:globalisel" },
  { "IRTranslator", "llvm:globalisel" },
  { "Legalizer", "llvm:globalisel" },
  { "InstructionSelect", "llvm:globalisel" },
  { "Register Allocator", "llvm:regalloc" },
  { "Register Coalesc", "llvm:regalloc" },
  { "RegAlloc", "llvm:regalloc" },
  { "RAGreedy", "llvm:regalloc" },
  { "Live Variable", "llvm:regalloc" },
  { "LiveInterval", "llvm:regalloc" },
  { "InstCombine", "llvm:instcombine" },
  { "SLPVectorizer", "vectorizers" },
  { "LoopVectorize", "vectorizers" },
  { "VectorCombine", "vectorizers" },
  { "Coro", "coroutines" },
  { "Dwarf", "debuginfo" },
  { "CGDebugInfo", "debuginfo" },
  { "Concept", "concepts" },
  { "Constraint", "concepts" },
  { "clang::CodeGen::", "clang:codegen" },
};

/* Ends of -std. */
static const struct {
  const char *end, *label;
} standards[] = {
  { "++11", "c++11" }, { "++14", "c++14" }, { "++17", "c++17" },
  { "++2a", "c++20" }, { "++20", "c++20" }, { "++2b", "c++23" },
  { "++23", "c++23" }, { "++2c", "c++26" }, { "++26", "c++26" },
};

static const struct {
  const char *stage, *label;
} stages[] = {
  { "front end", "clang:frontend" },
  { "middle end", "llvm:optimizations" },
  { "back end", "llvm:codegen" },
};

/* The row of the target; BACK_ENDS: there is none. */
static size_t find_back_end(const report *self)
{
  size_t i = 0;
  while (i < BACK_ENDS &&
         !(self->target && starts_with(self->target, back_ends[i].target)))
    i++;
  return i;
}

char *parts_back_end(const report *self)
{
  size_t i = find_back_end(self);
  return i < BACK_ENDS ? mem_copy(back_ends[i].name) : NULL;
}

/* The label of the first row with a word of the text; NULL: none. */
static const char *find_site(const char *text)
{
  for (size_t i = 0; text && i < sizeof sites / sizeof *sites; i++)
    if (strstr(text, sites[i].word))
      return sites[i].label;
  return NULL;
}

static const char *find_place(const report *self)
{
  const char *const said[] = { self->message, self->function,
                               self->triage.pass };
  const char *label = NULL;
  for (size_t i = 0; i < sizeof said / sizeof *said && !label; i++)
    label = find_site(said[i]);
  for (size_t i = 0; i < sizeof stages / sizeof *stages && !label; i++)
    if (self->triage.stage && !strcmp(self->triage.stage, stages[i].stage))
      label = stages[i].label;
  return label;
}

/* The label of the standard that the crash needs; NULL: none. */
static const char *find_standard(const report *self)
{
  const char *label = NULL;
  for (size_t i = 0; i < self->flags.size; i++)
    for (size_t j = 0; j < sizeof standards / sizeof *standards; j++)
      if (starts_with(self->flags.data[i], "-std=") &&
          ends_with(self->flags.data[i], standards[j].end))
        label = standards[j].label;
  return label;
}

char *parts_labels(const report *self)
{
  if (self->family == FAMILY_RUSTC) /* of rust-lang/rust's form for an ICE */
    return mem_copy("C-bug, I-ICE, T-compiler");
  static const char *const crashes[] = { "crash", "crash-on-valid",
                                         "crash-on-invalid",
                                         "crash-on-invalid" };
  const char *stage = self->triage.stage ? self->triage.stage : "";
  const char *place = find_place(self);
  size_t target = find_back_end(self);
  textbuf out = { 0 };
  text_puts(&out, self->property == PROPERTY_WRONG
                      ? "miscompilation"
                      : crashes[report_find_validity(self)]);
  if (!strcmp(stage, "back end") && target < BACK_ENDS)
    text_printf(&out, ", backend:%s", back_ends[target].label);
  if (place)
    text_printf(&out, ", %s", place);
  if (find_standard(self))
    text_printf(&out, ", %s", find_standard(self));
  return out.data;
}
