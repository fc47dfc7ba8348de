/* Operations on scalars. The compiler knows neither operands nor operation, so that it computes
 * each result anew, with the instruction that it has for it. */
#include "sets.h"

#define BIT(op) ((uint32_t)1 << SCREEN_##op)

/* S and U are signed and unsigned integers of one size, in LANES; W is as wide as U and no narrower
 * than an int. DIVIDES: 0 where the target calls a function for it. */
#define INTEGERS(type, s, u, w, lanes, divides)                                                    \
    static void run_##type(enum screen_op op, union screen_value *r, const union screen_value *a,  \
                           const union screen_value *b, const union screen_value *c)               \
    {                                                                                              \
        const u x = a->lanes[0], y = b->lanes[0];                                                  \
        const unsigned shift = y & (8 * sizeof x - 1);                                             \
        w result = 0;                                                                              \
                                                                                                   \
        (void)c;                                                                                   \
        switch (op) {                                                                              \
        case SCREEN_ADD:                                                                           \
            result = (w)((w)x + (w)y);                                                             \
            break;                                                                                 \
        case SCREEN_SUB:                                                                           \
            result = (w)((w)x - (w)y);                                                             \
            break;                                                                                 \
        case SCREEN_MUL:                                                                           \
            result = (w)((w)x * (w)y);                                                             \
            break;                                                                                 \
        case SCREEN_DIV:                                                                           \
            result = (divides) ? (w)((s)x / (s)y) : 0;                                             \
            break;                                                                                 \
        case SCREEN_MOD:                                                                           \
            result = (divides) ? (w)((s)x % (s)y) : 0;                                             \
            break;                                                                                 \
        case SCREEN_AND:                                                                           \
            result = x & y;                                                                        \
            break;                                                                                 \
        case SCREEN_XOR:                                                                           \
            result = x ^ y;                                                                        \
            break;                                                                                 \
        case SCREEN_SHL:                                                                           \
            result = (w)((w)x << shift);                                                           \
            break;                                                                                 \
        case SCREEN_SHR:                                                                           \
            result = (w)((w)x >> shift);                                                           \
            break;                                                                                 \
        case SCREEN_MIN:                                                                           \
            result = (s)x < (s)y ? x : y;                                                          \
            break;                                                                                 \
        default:                                                                                   \
            result = (s)x > (s)y ? x : y;                                                          \
            break;                                                                                 \
        }                                                                                          \
        r->lanes[0] = (u)result;                                                                   \
    }

#define INTEGER_OPS                                                                                \
    (BIT(ADD) | BIT(SUB) | BIT(MUL) | BIT(AND) | BIT(XOR) | BIT(SHL) | BIT(SHR) | BIT(MIN) |       \
     BIT(MAX))
#define DIVISION_OPS (BIT(DIV) | BIT(MOD))
#define INTEGER_ROW(type, bytes, divides)                                                          \
    {                                                                                              \
#type, run_##type, INTEGER_OPS | ((divides) ? DIVISION_OPS : 0),                           \
            (divides) ? 0 : DIVISION_OPS, bytes, 1, false                                          \
    }

#ifdef SCREEN_i8
INTEGERS(i8, int8_t, uint8_t, uint32_t, u8, SCREEN_div_i8)
#endif
#ifdef SCREEN_i16
INTEGERS(i16, int16_t, uint16_t, uint32_t, u16, SCREEN_div_i16)
#endif
INTEGERS(i32, int32_t, uint32_t, uint32_t, u32, SCREEN_div_i32)
INTEGERS(i64, int64_t, uint64_t, uint64_t, u64, SCREEN_div_i64)

/* What the types below share. ROOT and FUSED: its square root, and its fused multiply-add. */
#define FLOATS(type, t, root, fused)                                                               \
    static void run_##type(enum screen_op op, union screen_value *r, const union screen_value *a,  \
                           const union screen_value *b, const union screen_value *c)               \
    {                                                                                              \
        const t x = a->type[0], y = b->type[0], z = c->type[0];                                    \
                                                                                                   \
        (void)z;                                                                                   \
        switch (op) {                                                                              \
        case SCREEN_ADD:                                                                           \
            r->type[0] = x + y;                                                                    \
            break;                                                                                 \
        case SCREEN_SUB:                                                                           \
            r->type[0] = x - y;                                                                    \
            break;                                                                                 \
        case SCREEN_MUL:                                                                           \
            r->type[0] = x * y;                                                                    \
            break;                                                                                 \
        case SCREEN_DIV:                                                                           \
            r->type[0] = x / y;                                                                    \
            break;                                                                                 \
        case SCREEN_MIN:                                                                           \
            r->type[0] = x < y ? x : y;                                                            \
            break;                                                                                 \
        case SCREEN_MAX:                                                                           \
            r->type[0] = x > y ? x : y;                                                            \
            break;                                                                                 \
        case SCREEN_FMA:                                                                           \
            r->type[0] = fused(x, y, z);                                                           \
            break;                                                                                 \
        case SCREEN_SQRT:                                                                          \
            r->type[0] = root(x < 0 ? -x : x);                                                     \
            break;                                                                                 \
        default:                                                                                   \
            convert_##type(op, r, a);                                                              \
            break;                                                                                 \
        }                                                                                          \
    }
#define FLOAT_OPS                                                                                  \
    (BIT(ADD) | BIT(SUB) | BIT(MUL) | BIT(DIV) | BIT(MIN) | BIT(MAX) | BIT(SQRT) | BIT(TO_I32) |   \
     BIT(FROM_I32))
#define NO_FUSED(x, y, z) ((x) + (y) + (z)) /* is not run */

#if defined(__FP_FAST_FMAF) || defined(__FMA__) || defined(__aarch64__) || defined(__VSX__) ||     \
    (defined(__riscv_flen) && __riscv_flen >= 32)
#define FUSED_F32     __builtin_fmaf
#define FUSED_F32_OPS BIT(FMA)
#else
#define FUSED_F32     NO_FUSED
#define FUSED_F32_OPS 0U
#endif
#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__aarch64__) || defined(__VSX__) ||      \
    (defined(__riscv_flen) && __riscv_flen >= 64)
#define FUSED_F64     __builtin_fma
#define FUSED_F64_OPS BIT(FMA)
#else
#define FUSED_F64     NO_FUSED
#define FUSED_F64_OPS 0U
#endif

#ifdef SCREEN_f32
static void convert_f32(enum screen_op op, union screen_value *r, const union screen_value *a)
{
    if (op == SCREEN_TO_I32)
        r->u32[0] = (uint32_t)(int32_t)a->f32[0];
    else
        r->f32[0] = (float)(int32_t)a->u32[0];
}

FLOATS(f32, float, __builtin_sqrtf, FUSED_F32)
#endif

/* Results of x87 instructions are rounded twice, which of f32 changes nothing. */
#if defined(SCREEN_f64) && __FLT_EVAL_METHOD__ == 0
#define HAS_F64
#endif
#ifdef HAS_F64
#if __SIZEOF_POINTER__ >= 8
#define WORD_OPS (BIT(TO_I64) | BIT(FROM_I64))
#else
#define WORD_OPS 0U /* functions */
#endif

static void convert_f64(enum screen_op op, union screen_value *r, const union screen_value *a)
{
    switch (op) {
    case SCREEN_TO_I32:
        r->u32[0] = (uint32_t)(int32_t)a->f64[0];
        break;
    case SCREEN_FROM_I32:
        r->f64[0] = (double)(int32_t)a->u32[0];
        break;
#if __SIZEOF_POINTER__ >= 8
    case SCREEN_TO_I64:
        r->u64[0] = (uint64_t)(int64_t)a->f64[0];
        break;
    case SCREEN_FROM_I64:
        r->f64[0] = (double)(int64_t)a->u64[0];
        break;
#endif
    case SCREEN_TO_F32:
        r->f32[0] = (float)a->f64[0];
        break;
    default:
        r->f64[0] = (double)a->f32[0];
        break;
    }
}

FLOATS(f64, double, __builtin_sqrt, FUSED_F64)
#endif

const struct screen_type screen_scalars[] = {
#ifdef SCREEN_i8
    INTEGER_ROW(i8, 1, SCREEN_div_i8),
#endif
#ifdef SCREEN_i16
    INTEGER_ROW(i16, 2, SCREEN_div_i16),
#endif
    INTEGER_ROW(i32, 4, SCREEN_div_i32),
    INTEGER_ROW(i64, 8, SCREEN_div_i64),
#ifdef SCREEN_f32
    { "f32", run_f32, FLOAT_OPS | FUSED_F32_OPS, BIT(FMA) & ~FUSED_F32_OPS, 4, 1, true },
#else
    { "f32", 0, 0, 0, 4, 1, true },
#endif
#ifdef HAS_F64
    { "f64", run_f64, FLOAT_OPS | FUSED_F64_OPS | WORD_OPS | BIT(TO_F32) | BIT(FROM_F32),
      BIT(FMA) & ~FUSED_F64_OPS, 8, 1, true },
#else
    { "f64", 0, 0, 0, 8, 1, true },
#endif
    { 0 },
};
