/* Elements that know when they are ready, for the generated kernels of probe shared_units. */
#ifndef UNIT_ELEMENTS_H
#define UNIT_ELEMENTS_H

#include "elements.h"
#include <stddef.h>

#define UNIT_ELEMENT(type, number)                                                                 \
    static inline void put_##type(const raw_##type *table, unsigned at, el_##type a)               \
    {                                                                                              \
        (void)table;                                                                               \
        (void)at;                                                                                  \
        (void)sim_operate(SIM_STORE, number, a.ready_16ths);                                       \
    }                                                                                              \
    static inline int branch_##type(size_t a, size_t b)                                            \
    {                                                                                              \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)sim_operate(SIM_BRANCH, number, 0);                                                  \
        return 0;                                                                                  \
    }

UNIT_ELEMENT(i32, SIM_I32)
UNIT_ELEMENT(i64, SIM_I64)

#endif
