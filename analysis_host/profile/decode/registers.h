/* Lists of registers of an instruction. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "signature/signature.h"

enum { REGISTER_NONE = 255 };

/* Adds REGISTER to the N of LIST, unless it is there, is REGISTER_NONE, or the list is full. */
static inline void register_add(uint8_t list[SIGNATURE_REGISTERS], uint8_t *n, unsigned number)
{
    for (unsigned i = 0; i < *n; i++)
        if (list[i] == number)
            return;
    if (number < 128 && *n < SIGNATURE_REGISTERS)
        list[(*n)++] = (uint8_t)number;
}

static inline void register_read(struct signature_instruction *at, unsigned number)
{
    register_add(at->reads, &at->n_reads, number);
}

static inline void register_write(struct signature_instruction *at, unsigned number)
{
    register_add(at->writes, &at->n_writes, number);
}

static inline void register_address(struct signature_instruction *at, unsigned number)
{
    register_add(at->addresses, &at->n_addresses, number);
}

#endif
