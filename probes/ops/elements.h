/* The elements that the generated kernels calculate with: el_<type>, raw_<type> (a number that can
 * be stored, of which of_<type>() makes an element) and <op>_<type>(). apart_<type>() is a load
 * that nothing waits for. Here they are the target's own numbers. Integers wrap (the kernels are
 * compiled with -fwrapv). ELEMENT_VECTOR_BITS: width of the vectors wanted; 0 or absent: none. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <stdint.h>

/* Variable FROM is added to variable TO, in a loop that keeps LIVE of them alive. */
#define LIVE_ADD(type, live, to, from) (t##to = add_##type(t##to, t##from))

#define ELEMENT_COMMON(type)                                                                       \
    static inline el_##type add_##type(el_##type a, el_##type b)                                   \
    {                                                                                              \
        return (el_##type)(a + b);                                                                 \
    }                                                                                              \
    static inline el_##type sub_##type(el_##type a, el_##type b)                                   \
    {                                                                                              \
        return (el_##type)(a - b);                                                                 \
    }                                                                                              \
    static inline el_##type mul_##type(el_##type a, el_##type b)                                   \
    {                                                                                              \
        return (el_##type)(a * b);                                                                 \
    }

#define ELEMENT_DIV(type)                                                                          \
    static inline el_##type div_##type(el_##type a, el_##type b)                                   \
    {                                                                                              \
        return (el_##type)(a / b);                                                                 \
    }

/* UNSIGNED: the same bits without a sign, so that no bit that is shifted out matters. */
#define ELEMENT_BITS(type, unsigned_type)                                                          \
    static inline el_##type and_##type(el_##type a, el_##type b)                                   \
    {                                                                                              \
        return (el_##type)(a & b);                                                                 \
    }                                                                                              \
    static inline el_##type xor_##type(el_##type a, el_##type b)                                   \
    {                                                                                              \
        return (el_##type)(a ^ b);                                                                 \
    }                                                                                              \
    static inline el_##type shl_##type(el_##type a)                                                \
    {                                                                                              \
        return (el_##type)((unsigned_type)a << 3);                                                 \
    }                                                                                              \
    static inline el_##type shr_##type(el_##type a)                                                \
    {                                                                                              \
        return (el_##type)((unsigned_type)a >> 3);                                                 \
    }

#define ELEMENT_SELECT(type)                                                                       \
    static inline el_##type max_##type(el_##type a, el_##type x)                                   \
    {                                                                                              \
        return a < x ? x : a;                                                                      \
    }                                                                                              \
    static inline el_##type min_##type(el_##type a, el_##type y)                                   \
    {                                                                                              \
        return a > y ? y : a;                                                                      \
    }

#define ELEMENT_FMA(type)                                                                          \
    static inline el_##type fma_##type(el_##type a, el_##type x, el_##type y)                      \
    {                                                                                              \
        return a * x + y;                                                                          \
    }

#define ELEMENT_SCALAR(type, c_type)                                                               \
    typedef c_type el_##type, raw_##type;                                                          \
    static inline el_##type of_##type(raw_##type value)                                            \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    ELEMENT_COMMON(type)

#define ELEMENT_INTEGER(type, c_type, unsigned_type)                                               \
    ELEMENT_SCALAR(type, c_type)                                                                   \
    ELEMENT_DIV(type)                                                                              \
    ELEMENT_BITS(type, unsigned_type)                                                              \
    ELEMENT_SELECT(type)                                                                           \
    static inline el_##type mod_##type(el_##type a, el_##type b)                                   \
    {                                                                                              \
        return (el_##type)(a % b);                                                                 \
    }                                                                                              \
    static inline el_##type load_##type(const raw_##type *table, el_##type at)                     \
    {                                                                                              \
        return table[at];                                                                          \
    }                                                                                              \
    static inline void apart_##type(const volatile raw_##type *table, unsigned at)                 \
    {                                                                                              \
        (void)table[at];                                                                           \
    }

#define ELEMENT_FLOAT(type, c_type, integer, root)                                                 \
    ELEMENT_SCALAR(type, c_type)                                                                   \
    ELEMENT_DIV(type)                                                                              \
    ELEMENT_SELECT(type)                                                                           \
    ELEMENT_FMA(type)                                                                              \
    static inline el_##type cvt_##type(el_##type a)                                                \
    {                                                                                              \
        return (el_##type)(integer)a;                                                              \
    }                                                                                              \
    static inline el_##type sqrt_##type(el_##type a)                                               \
    {                                                                                              \
        return root(a);                                                                            \
    }

#define ELEMENT_VECTOR(type, c_type)                                                               \
    typedef c_type raw_##type;                                                                     \
    typedef c_type el_##type __attribute__((vector_size(ELEMENT_VECTOR_BITS / 8)));                \
    static inline el_##type of_##type(raw_##type value)                                            \
    {                                                                                              \
        return value - (el_##type){ 0 };                                                           \
    }                                                                                              \
    ELEMENT_COMMON(type)

#define ELEMENT_VECTORS(i32, i64, f32, f64)                                                        \
    ELEMENT_VECTOR(i32, int32_t)                                                                   \
    ELEMENT_VECTOR(i64, int64_t)                                                                   \
    ELEMENT_VECTOR(f32, float)                                                                     \
    ELEMENT_VECTOR(f64, double)                                                                    \
    ELEMENT_BITS(i32, vector_u32)                                                                  \
    ELEMENT_BITS(i64, vector_u64)                                                                  \
    ELEMENT_DIV(f32)                                                                               \
    ELEMENT_DIV(f64)                                                                               \
    ELEMENT_FMA(f32)                                                                               \
    ELEMENT_FMA(f64)

#if defined(ELEMENT_VECTOR_BITS) && ELEMENT_VECTOR_BITS > 0
typedef uint32_t vector_u32 __attribute__((vector_size(ELEMENT_VECTOR_BITS / 8)));
typedef uint64_t vector_u64 __attribute__((vector_size(ELEMENT_VECTOR_BITS / 8)));
#if ELEMENT_VECTOR_BITS == 128
ELEMENT_VECTORS(v128i32, v128i64, v128f32, v128f64)
#elif ELEMENT_VECTOR_BITS == 256
ELEMENT_VECTORS(v256i32, v256i64, v256f32, v256f64)
#else
ELEMENT_VECTORS(v512i32, v512i64, v512f32, v512f64)
#endif
#else
ELEMENT_INTEGER(i8, int8_t, uint8_t)
ELEMENT_INTEGER(i16, int16_t, uint16_t)
ELEMENT_INTEGER(i32, int32_t, uint32_t)
ELEMENT_INTEGER(i64, int64_t, uint64_t)
ELEMENT_FLOAT(f32, float, int32_t, __builtin_sqrtf)
ELEMENT_FLOAT(f64, double, int64_t, __builtin_sqrt)
#if __LDBL_MANT_DIG__ == 64 /* of the x87 */
ELEMENT_SCALAR(f80, long double)
#endif
#endif

#endif
