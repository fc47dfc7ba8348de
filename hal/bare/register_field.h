/* Fields of control registers that a bare port reads back. */
#ifndef REGISTER_FIELD_H
#define REGISTER_FIELD_H

#include <hal/os_reported.h>

/* A field of a register, by the manual's names. */
struct register_field {
    char id[24];     /* "sctlr.c" ... */
    uintptr_t where; /* the register: an address, or the port's own number */
    uint8_t shift;   /* the field's lowest bit */
    uint32_t mask;   /* of the field, at bit 0 */
};

/* Fills *REPORTED with FIELD of a register that reads WORD. */
void register_field_report(struct hal_os_reported *reported, const struct register_field *field,
                           uint64_t word);

/* Fills *REPORTED with the value called ID, shorter than its place. */
void register_report(struct hal_os_reported *reported, const char *id, uint64_t value);

#endif
