/* From what the plugin wrote to a signature that predict reads. */
#ifndef PROFILE_FINISH_H
#define PROFILE_FINISH_H

#include "signature/signature.h"

/* How much of a signature is known. */
struct finish_report {
    bool decoded;     /* false: this build has no decoder of the ISA */
    uint64_t unknown; /* instructions executed that the decoder does not know */
};

/* Decodes the code of S, finds loops, functions, sources, dataflow and kernels. MAPS and PROGRAM as
 * for symbols_find(). Returns false without memory. */
bool finish_signature(struct signature *s, const char *maps, const char *program,
                      struct finish_report *report);

#endif
