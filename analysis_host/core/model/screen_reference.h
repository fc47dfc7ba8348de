/* What operations of probe screen compute on a processor without a fault. All is integers, bit by
 * bit: multiplier, divider and floating-point units of this machine have no part in it. */
#ifndef MODEL_SCREEN_REFERENCE_H
#define MODEL_SCREEN_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Execution units, as far as operations tell them apart. */
enum screen_unit {
    SCREEN_UNIT_INT, /* integers: add, logic, shift, compare */
    SCREEN_UNIT_INT_MUL,
    SCREEN_UNIT_INT_DIV,
    SCREEN_UNIT_FP, /* floats: add, multiply, compare */
    SCREEN_UNIT_FMA,
    SCREEN_UNIT_FP_DIV, /* and square root */
    SCREEN_UNIT_CONVERSION,
    SCREEN_UNIT_VECTOR,
    SCREEN_UNITS
};

/* An operation on a type, as the series of the probe names them (RECORD.md, "Series of screen"). */
struct screen_operation {
    unsigned op; /* of screen_reference.c */
    bool is_float;
    unsigned bits, lanes; /* of a lane; 1 lane: a scalar */
};

/* Fills *OPERATION for the word OP on LANES lanes of BITS bits. False: there is no such operation
 * on that type, and *OPERATION is not to be used. */
bool screen_operation_read(struct screen_operation *operation, const char *op, bool is_float,
                           unsigned bits, unsigned lanes);

enum screen_unit screen_unit_of(const struct screen_operation *operation);

/* Returns the word of UNIT: "int_mul". */
const char *screen_unit_word(enum screen_unit unit);

/* Returns the bits of one lane of the result, from the operands' bits. Operands are those that
 * screen_operands() makes: results are finite and normal, or 0. */
uint64_t screen_reference(const struct screen_operation *operation, uint64_t a, uint64_t b,
                          uint64_t c);

/* Fills OPERAND with the bits of the three operands of one lane from the next numbers of the
 * generator *STATE. */
void screen_operands(const struct screen_operation *operation, uint64_t *state,
                     uint64_t operand[3]);

/* Returns the checksum of N results from operands that SEED makes. */
uint64_t screen_checksum(const struct screen_operation *operation, uint64_t seed, uint64_t n);

#endif
