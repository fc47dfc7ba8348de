/* Operations on vectors, of each width that the target has. As in scalars.c, the compiler knows
 * neither operands nor operation. */
#include "sets.h"

#define BIT(op) ((uint32_t)1 << SCREEN_##op)

enum { SHIFT = 3 };

/* NAME: vectors of N bytes with lanes of the unsigned type T. */
#define INTEGERS(name, t, n)                                                                       \
    typedef t name __attribute__((vector_size(n)));                                                \
    static void run_##name(enum screen_op op, union screen_value *r, const union screen_value *a,  \
                           const union screen_value *b, const union screen_value *c)               \
    {                                                                                              \
        name x, y, result;                                                                         \
                                                                                                   \
        (void)c;                                                                                   \
        __builtin_memcpy(&x, a, n);                                                                \
        __builtin_memcpy(&y, b, n);                                                                \
        switch (op) {                                                                              \
        case SCREEN_ADD:                                                                           \
            result = x + y;                                                                        \
            break;                                                                                 \
        case SCREEN_SUB:                                                                           \
            result = x - y;                                                                        \
            break;                                                                                 \
        case SCREEN_MUL:                                                                           \
            result = x * y;                                                                        \
            break;                                                                                 \
        case SCREEN_AND:                                                                           \
            result = x & y;                                                                        \
            break;                                                                                 \
        case SCREEN_XOR:                                                                           \
            result = x ^ y;                                                                        \
            break;                                                                                 \
        case SCREEN_SHL:                                                                           \
            result = x << SHIFT;                                                                   \
            break;                                                                                 \
        default:                                                                                   \
            result = x >> SHIFT;                                                                   \
            break;                                                                                 \
        }                                                                                          \
        __builtin_memcpy(r, &result, n);                                                           \
    }
#define INTEGER_ROW(name, n, bytes)                                                                \
    {                                                                                              \
#name, run_##name,                                                                         \
            BIT(ADD) | BIT(SUB) | BIT(MUL) | BIT(AND) | BIT(XOR) | BIT(SHL) | BIT(SHR), 0, bytes,  \
            (n) / (bytes), false                                                                   \
    }

/* Z += X * Y, rounded once, by one instruction at every level of optimization. */
#if defined(__FMA__)
#define FMA_f32(z, x, y) __asm__("vfmadd231ps %2, %1, %0" : "+x"(z) : "x"(x), "x"(y))
#define FMA_f64(z, x, y) __asm__("vfmadd231pd %2, %1, %0" : "+x"(z) : "x"(x), "x"(y))
#elif defined(__aarch64__)
#define FMA_f32(z, x, y) __asm__("fmla %0.4s, %1.4s, %2.4s" : "+w"(z) : "w"(x), "w"(y))
#define FMA_f64(z, x, y) __asm__("fmla %0.2d, %1.2d, %2.2d" : "+w"(z) : "w"(x), "w"(y))
#elif defined(__VSX__)
#define FMA_f32(z, x, y) __asm__("xvmaddasp %x0, %x1, %x2" : "+wa"(z) : "wa"(x), "wa"(y))
#define FMA_f64(z, x, y) __asm__("xvmaddadp %x0, %x1, %x2" : "+wa"(z) : "wa"(x), "wa"(y))
#else
#define FMA_f32(z, x, y) (void)(y)
#define FMA_f64(z, x, y) (void)(y)
#define LACKS_FMA
#endif
#ifdef LACKS_FMA
#define FMA_OPS 0
#else
#define FMA_OPS BIT(FMA)
#endif

#define FLOATS(name, t, lane, n)                                                                   \
    typedef t name __attribute__((vector_size(n)));                                                \
    static void run_##name(enum screen_op op, union screen_value *r, const union screen_value *a,  \
                           const union screen_value *b, const union screen_value *c)               \
    {                                                                                              \
        name x, y, result;                                                                         \
                                                                                                   \
        __builtin_memcpy(&x, a, n);                                                                \
        __builtin_memcpy(&y, b, n);                                                                \
        __builtin_memcpy(&result, c, n);                                                           \
        switch (op) {                                                                              \
        case SCREEN_ADD:                                                                           \
            result = x + y;                                                                        \
            break;                                                                                 \
        case SCREEN_SUB:                                                                           \
            result = x - y;                                                                        \
            break;                                                                                 \
        case SCREEN_MUL:                                                                           \
            result = x * y;                                                                        \
            break;                                                                                 \
        case SCREEN_DIV:                                                                           \
            result = x / y;                                                                        \
            break;                                                                                 \
        default:                                                                                   \
            FMA_##lane(result, x, y);                                                              \
            break;                                                                                 \
        }                                                                                          \
        __builtin_memcpy(r, &result, n);                                                           \
    }
#define FLOAT_ROW(name, n, bytes, divides)                                                         \
    {                                                                                              \
#name, run_##name, BIT(ADD) | BIT(SUB) | BIT(MUL) | ((divides) ? BIT(DIV) : 0) | FMA_OPS,  \
            (divides) ? 0 : BIT(DIV), bytes, (n) / (bytes), true                                   \
    }

#ifdef SCREEN_v128i32
INTEGERS(v128i32, uint32_t, 16)
#endif
#ifdef SCREEN_v128i64
INTEGERS(v128i64, uint64_t, 16)
#endif
#ifdef SCREEN_v128f32
FLOATS(v128f32, float, f32, 16)
#endif
#ifdef SCREEN_v128f64
FLOATS(v128f64, double, f64, 16)
#endif
#ifdef SCREEN_v256i32
INTEGERS(v256i32, uint32_t, 32)
INTEGERS(v256i64, uint64_t, 32)
FLOATS(v256f32, float, f32, 32)
FLOATS(v256f64, double, f64, 32)
#endif
#ifdef SCREEN_v512i32
INTEGERS(v512i32, uint32_t, 64)
INTEGERS(v512i64, uint64_t, 64)
FLOATS(v512f32, float, f32, 64)
FLOATS(v512f64, double, f64, 64)
#endif

const struct screen_type screen_vectors[] = {
#ifdef SCREEN_v128i32
    INTEGER_ROW(v128i32, 16, 4),
#endif
#ifdef SCREEN_v128i64
    INTEGER_ROW(v128i64, 16, 8),
#endif
#ifdef SCREEN_v128f32
    FLOAT_ROW(v128f32, 16, 4, SCREEN_div_v128f32),
#endif
#ifdef SCREEN_v128f64
    FLOAT_ROW(v128f64, 16, 8, 1),
#endif
#ifdef SCREEN_v256i32
    INTEGER_ROW(v256i32, 32, 4),
    INTEGER_ROW(v256i64, 32, 8),
    FLOAT_ROW(v256f32, 32, 4, 1),
    FLOAT_ROW(v256f64, 32, 8, 1),
#endif
#ifdef SCREEN_v512i32
    INTEGER_ROW(v512i32, 64, 4),
    INTEGER_ROW(v512i64, 64, 8),
    FLOAT_ROW(v512f32, 64, 4, 1),
    FLOAT_ROW(v512f64, 64, 8, 1),
#endif
    { 0 },
};
