/* Who uses what whom made, in the samples: the ideal dataflow graph, where every register and every
 * word of memory has a new name at each write, folded on static instructions. */
#ifndef PROFILE_FLOW_H
#define PROFILE_FLOW_H

#include "signature/signature.h"

/* Fills flow[], and the metrics of each of kernels[] (paper, II.C): stability, parallel, reuse,
 * reuse_bytes, volume_bytes. A producer outside the sample is not seen. Returns false without
 * memory. */
bool flow_find(struct signature *s);

#endif
