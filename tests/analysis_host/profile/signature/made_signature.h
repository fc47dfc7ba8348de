/* A small signature with something in every section. */
#ifndef MADE_SIGNATURE_H
#define MADE_SIGNATURE_H

#include "signature/signature.h"

/* Two blocks, a loop, a burst of three events with four accesses. The caller frees it. */
struct signature made_signature(void);

#endif
