/* Signatures and machines by hand: one block a burst, so that its cycles can be counted on fingers.
 */
#ifndef MADE_PROGRAM_H
#define MADE_PROGRAM_H

#include "predict/machine.h"
#include "signature/signature.h"

enum { MADE_MOST = 4096 };

/* A program whose instructions are appended one by one; each array is its own. */
struct made_program {
    struct signature signature;
    struct signature_instruction code[MADE_MOST];
    struct signature_block blocks[MADE_MOST];
    struct signature_event events[MADE_MOST];
    struct signature_access accesses[MADE_MOST];
    struct signature_burst burst;
};

/* An empty program of 64-bit x86 without loops. Free with free(). */
struct made_program *made_program_new(void);
/* Appends OP, which reads register FROM and writes TO; 0: none. Returns it, to be changed. */
struct signature_instruction *made_program_add(struct made_program *p, unsigned op, unsigned from,
                                               unsigned to);
/* The last instruction loads at ADDRESS, whose distance is of group DISTANCE. */
struct signature_access *made_program_load(struct made_program *p, uint64_t address,
                                           unsigned distance);
/* Ends the block, by END; MISSED: all predictors were wrong about it. */
void made_program_end(struct made_program *p, enum signature_end end, bool missed);

/* A machine of WIDTH operations a cycle, caches of 4, 14 cycles and memory of 100. RESULTS gets its
 * operations; the caller frees them. */
void made_machine(struct machine *m, struct results *results, double width, double window);

#endif
