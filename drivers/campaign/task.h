/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A reduction that may go to a worker. */
#ifndef CAMPAIGN_TASK_H
#define CAMPAIGN_TASK_H

#include "campaign/engine.h"

enum task_state { TASK_WAITS, TASK_HERE, TASK_AWAY };

/* A job, with all that it borrows. */
typedef struct task {
  enum task_state state;
  engine_job job;
  char *file, *directory, *output;
  strings command, environment, options;
  size_t of;    /* its function; SIZE_MAX: it has to run here */
  size_t place; /* TASK_AWAY */
  uint64_t ticket, sent_ms;
  unsigned attempts;
} task;

/* Copies what the job borrows. The file is "{}" in the command. Owner: release
 * with task_free. */
task *task_new(const engine_job *from);
void task_free(task *self);
/* Why it has to run here; static, NULL: it need not. `travel`: its options may.
 * Cost: reads the file. */
const char *task_obstacle(const task *of, bool travel);

#endif
