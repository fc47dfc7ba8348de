/* What system calls of Linux do, by their numbers. */
#ifndef SIGNATURE_SYSTEM_CALLS_H
#define SIGNATURE_SYSTEM_CALLS_H

#include "end_of.h"

/* Returns what call NUMBER does on ISA; SIGNATURE_WORKS: nothing that takes much longer than the
 * shortest of calls, or it is not known. A write is WORK_WRITE, whatever it is to. */
enum signature_work work_of_call(enum signature_isa isa, uint64_t number);

/* Returns the name of WORK: "read", "write" ... */
const char *work_name(enum signature_work work);

#endif
