/* What system calls of Linux do, by their numbers. */
#ifndef SIGNATURE_SYSTEM_CALLS_H
#define SIGNATURE_SYSTEM_CALLS_H

#include "end_of.h"
#include <stdint.h>

/* Returns what call NUMBER does on ISA; SIGNATURE_WORKS: nothing that takes much longer than the
 * shortest of calls, or it is not known. A write is WORK_WRITE, whatever it is to. */
enum signature_work work_of_call(enum signature_isa isa, uint64_t number);

/* Numbers of the calls by which threads begin, wait and end; futex_time64: with 64-bit times. */
struct thread_calls {
    int64_t futex, futex_time64, clone, exit;
    unsigned child_word; /* argument of clone, from 0: that the system clears as the thread ends */
};

/* Returns those of ISA, static; -1 each, which no call has, where they are not known. */
const struct thread_calls *thread_calls_of(enum signature_isa isa);

/* Returns the name of WORK: "read", "write" ... */
const char *work_name(enum signature_work work);

#endif
