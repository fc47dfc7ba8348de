/* What this image brings of SBI on boards without firmware: its harts start in machine mode. A
 * board has it whose link.ld says EXTERN(machine_entry) and whose board.c says where software
 * interrupts are written. */
#ifndef MACHINE_H
#define MACHINE_H

/* Of struct machine_hart, for machine_entry.S. */
#define MACHINE_HARTS       16
#define MACHINE_HART_SHIFT  5
#define MACHINE_HART_ENTRY  0
#define MACHINE_HART_WORD   8
#define MACHINE_HART_STATE  16
#define MACHINE_STACK_BYTES 1024

/* States, as HSM (SBI 1.0, chapter 9) names them. One that has no supervisor mode, or is not there,
 * stays stopped. */
#define MACHINE_STARTED 0
#define MACHINE_STOPPED 1

#ifndef __ASSEMBLER__
#include <stdint.h>

struct machine_hart {
    uint64_t entry, word; /* where it starts, and its a1 there */
    uint32_t state;
} __attribute__((aligned(1 << MACHINE_HART_SHIFT)));

/* Stated by the board (board.c): the core-local interrupter, whose first words are software
 * interrupts, one a hart. */
extern const uintptr_t machine_clint;

/* misa of the first hart, as machine mode reads it; 0: firmware started the image. */
extern uint64_t machine_misa;

/* A trap with CAUSE; A: a0 to a7 of what was interrupted, for answers, too. Returns the bytes of
 * the instruction that is done with. */
uint64_t machine_trapped(uint64_t *a, uint64_t cause);
#endif

#endif
