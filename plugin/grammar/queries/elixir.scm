; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(call target: (identifier) @of
  (arguments . [(identifier) @definition.function
                (call target: (identifier) @definition.function)
                (binary_operator left: (call target: (identifier) @definition.function))])
  (#any-of? @of "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
(call target: (identifier) @of
  (arguments . [(call (arguments (identifier) @definition.parameter))
                (binary_operator left: (call (arguments (identifier) @definition.parameter)))])
  (#any-of? @of "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
(call target: (identifier) @of (arguments . (alias) @definition.module)
  (#any-of? @of "defmodule" "defprotocol"))
(binary_operator left: (identifier) @definition.variable operator: ["=" "<-"])
(binary_operator left: (tuple) @definition.variable operator: ["=" "<-"])
(stab_clause left: (arguments (identifier) @definition.parameter))
