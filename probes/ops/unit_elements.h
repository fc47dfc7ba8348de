/* The elements of probe shared_units: scalars and vectors of 128 bits in one file. put_<type>() is
 * a store, branch_<type>() a comparison that is false wherever it is used. */
#ifndef UNIT_ELEMENTS_H
#define UNIT_ELEMENTS_H

#include "elements.h"
#include <stddef.h>

#ifdef UNIT_VECTORS
#define ELEMENT_VECTOR_BITS 128
typedef uint32_t vector_u32 __attribute__((vector_size(ELEMENT_VECTOR_BITS / 8)));
ELEMENT_VECTOR(v128i32, int32_t)
ELEMENT_BITS(v128i32, vector_u32)
#endif

#define UNIT_ELEMENT(type)                                                                         \
    static inline void put_##type(volatile raw_##type *table, unsigned at, el_##type a)            \
    {                                                                                              \
        table[at] = a;                                                                             \
    }                                                                                              \
    static inline int branch_##type(size_t a, size_t b)                                            \
    {                                                                                              \
        return a == b;                                                                             \
    }

UNIT_ELEMENT(i32)
UNIT_ELEMENT(i64)

#endif
