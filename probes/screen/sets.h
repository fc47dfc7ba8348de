/* The operations that probe screen checks: what they calculate with, and the types that the image
 * has them for. */
#ifndef SCREEN_SETS_H
#define SCREEN_SETS_H

#include <stdbool.h>
#include <stdint.h>

enum { SCREEN_BYTES = 64 }; /* of the widest vector */

/* Each is the operation that probes/record/RECORD.md calls so, in lower case. */
enum screen_op {
    SCREEN_ADD,
    SCREEN_SUB,
    SCREEN_MUL,
    SCREEN_DIV,
    SCREEN_MOD,
    SCREEN_AND,
    SCREEN_XOR,
    SCREEN_SHL,
    SCREEN_SHR,
    SCREEN_MIN,
    SCREEN_MAX,
    SCREEN_FMA,
    SCREEN_SQRT,
    SCREEN_TO_I32,
    SCREEN_TO_I64,
    SCREEN_FROM_I32,
    SCREEN_FROM_I64,
    SCREEN_TO_F32,
    SCREEN_FROM_F32,
    SCREEN_OPS
};

/* An operand or a result: lanes of one type, from the first on; scalars have one. */
union screen_value {
    uint8_t u8[SCREEN_BYTES];
    uint16_t u16[SCREEN_BYTES / 2];
    uint32_t u32[SCREEN_BYTES / 4];
    uint64_t u64[SCREEN_BYTES / 8];
    float f32[SCREEN_BYTES / 4];
    double f64[SCREEN_BYTES / 8];
};

/* Computes *R from the operands of OP, which is one of the type's. */
typedef void screen_run(enum screen_op op, union screen_value *r, const union screen_value *a,
                        const union screen_value *b, const union screen_value *c);

struct screen_type {
    const char *type;
    screen_run *run;      /* NULL: no operation on it has an instruction */
    uint32_t ops, lacks;  /* bit N: operation N is checked; it has no instruction */
    uint8_t bytes, lanes; /* of a lane; how many */
    bool is_float;
};

/* Each ends with a NULL type. */
extern const struct screen_type screen_scalars[], screen_vectors[];

#endif
