; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(instruction (local_var) @definition.variable)
(global_var) @definition.variable
