// The tables of questions, each ended by a zero row. A question's `ask` fills in answer.got and
// answer.assumed; equal texts are an answer as the table says, unless it gave a verdict by itself.
#ifndef KILN_PROBE_QUESTIONS_H
#define KILN_PROBE_QUESTIONS_H

#include "probe/probe.h"

extern const struct question probe_cs_questions[];     // cs.c: the command streamer
extern const struct question probe_thread_questions[]; // thread.c: dispatch, identifiers, clocks
extern const struct question probe_memory_questions[]; // memory.c: data port, shared memory, caches
extern const struct question probe_eu_questions[];     // eu.c: single instructions

#endif
