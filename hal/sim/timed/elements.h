/* Elements that know when they are ready, for the generated operations. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "board.h"
#include <stdint.h>

/* The generated kernels of probe ops calculate with these on the simulated board: elements that
 * have no value but know when they are there. Each operation asks the model's scoreboard. */

/* As of probes/ops/elements.h: the model knows which variables have no register. */
#define LIVE_ADD(type, live, to, from) (t##to = live_add_##type(live, to, t##to, from, t##from))

#define TIMED_UNARY(type, number, name, op)                                                        \
    static inline el_##type name##_##type(el_##type a)                                             \
    {                                                                                              \
        return (el_##type){ sim_operate(op, number, a.ready_16ths) };                              \
    }
#define TIMED_BINARY(type, number, name, op)                                                       \
    static inline el_##type name##_##type(el_##type a, el_##type b)                                \
    {                                                                                              \
        return (el_##type){ sim_operate(op, number, sim_later(a.ready_16ths, b.ready_16ths)) };    \
    }

#define TIMED_COMMON(type, c_type, number)                                                         \
    typedef c_type raw_##type;                                                                     \
    typedef struct {                                                                               \
        uint64_t ready_16ths;                                                                      \
    } el_##type;                                                                                   \
    static inline el_##type of_##type(raw_##type value)                                            \
    {                                                                                              \
        (void)value;                                                                               \
        return (el_##type){ 0 };                                                                   \
    }                                                                                              \
    static inline el_##type live_add_##type(unsigned live, unsigned to, el_##type a,               \
                                            unsigned from, el_##type b)                            \
    {                                                                                              \
        return (el_##type){ sim_add_live(number, live, to, a.ready_16ths, from, b.ready_16ths) };  \
    }                                                                                              \
    TIMED_BINARY(type, number, add, SIM_ADD)                                                       \
    TIMED_BINARY(type, number, sub, SIM_SUB)                                                       \
    TIMED_BINARY(type, number, mul, SIM_MUL)                                                       \
    TIMED_BINARY(type, number, div, SIM_DIV)                                                       \
    TIMED_BINARY(type, number, max, SIM_CMP)                                                       \
    TIMED_BINARY(type, number, min, SIM_CMP)

#define TIMED_INTEGER(type, c_type, number)                                                        \
    TIMED_COMMON(type, c_type, number)                                                             \
    TIMED_BINARY(type, number, mod, SIM_MOD)                                                       \
    TIMED_BINARY(type, number, and, SIM_AND)                                                       \
    TIMED_BINARY(type, number, xor, SIM_XOR)                                                       \
    TIMED_UNARY(type, number, shl, SIM_SHIFT)                                                      \
    TIMED_UNARY(type, number, shr, SIM_SHIFT)                                                      \
    static inline el_##type load_##type(const raw_##type *table, el_##type at)                     \
    {                                                                                              \
        (void)table;                                                                               \
        return (el_##type){ sim_operate(SIM_LOAD, number, at.ready_16ths) };                       \
    }                                                                                              \
    static inline void apart_##type(const raw_##type *table, unsigned at)                          \
    {                                                                                              \
        (void)table;                                                                               \
        (void)at;                                                                                  \
        (void)sim_operate(SIM_LOAD, number, 0);                                                    \
    }

/* A step of cvt is two conversions. */
#define TIMED_FLOAT(type, c_type, number)                                                          \
    TIMED_COMMON(type, c_type, number)                                                             \
    TIMED_UNARY(type, number, sqrt, SIM_SQRT)                                                      \
    static inline el_##type cvt_##type(el_##type a)                                                \
    {                                                                                              \
        return (el_##type){ sim_operate(SIM_CVT, number,                                           \
                                        sim_operate(SIM_CVT, number, a.ready_16ths)) };            \
    }                                                                                              \
    static inline el_##type fma_##type(el_##type a, el_##type x, el_##type y)                      \
    {                                                                                              \
        return (                                                                                   \
            el_##type){ sim_multiply_add(number, a.ready_16ths, x.ready_16ths, y.ready_16ths) };   \
    }

TIMED_INTEGER(i8, int8_t, SIM_I8)
TIMED_INTEGER(i16, int16_t, SIM_I16)
TIMED_INTEGER(i32, int32_t, SIM_I32)
TIMED_INTEGER(i64, int64_t, SIM_I64)
TIMED_FLOAT(f32, float, SIM_F32)
TIMED_FLOAT(f64, double, SIM_F64)

#endif
