/* A memory hierarchy with a virtual clock. */
#ifndef SIM_MODEL_H
#define SIM_MODEL_H

#include "machine.h"
#include <stdbool.h>
#include <stdint.h>

/* A memory hierarchy with a virtual clock. Every access is serial: it takes the latency of the
 * level that holds the line, plus what the translation costs. No operating system, no floating
 * point; the same machine, seed and sequence of calls give the same clock to the bit on every host.
 */

struct sim_model; /* opaque */

enum {
    SIM_READ_CYCLES = 20, /* what one reading of the clock costs */
};

/* Largest arena, bytes. */
#define SIM_ARENA_MAX_BYTES ((uint64_t)4 << 30)

/* A model of *MACHINE (not kept) that sees addresses 0 to ARENA_BYTES - 1, none of them mapped yet.
 * ARENA_BYTES is a multiple of the pages. NULL without memory. Free with sim_model_free(). */
struct sim_model *sim_model_new(const struct sim_machine *machine, uint64_t arena_bytes);
void sim_model_free(struct sim_model *model);

/* Backs AT_BYTES to AT_BYTES + N_BYTES - 1 by frames, whole pages, of the large size when LARGE
 * (only where the machine has them). Frames are new ones each time when the machine allocates at
 * random, else physical address = virtual address. */
void sim_model_map(struct sim_model *model, uint64_t at_bytes, uint64_t n_bytes, bool large);

/* Takes them away and empties the TLBs. Caches keep their lines. Other contexts know nothing of it.
 */
void sim_model_unmap(struct sim_model *model, uint64_t at_bytes, uint64_t n_bytes);

/* N_BYTES at AT_BYTES, whole pages without frames, get one each at the first access to it, which
 * takes TOUCH; in place of those of the last call. 0 bytes: none. */
void sim_model_leave_untouched(struct sim_model *model, uint64_t at_bytes, uint64_t n_bytes,
                               struct sim_touch touch);
/* Returns how many of these pages were touched. */
uint64_t sim_model_touched(const struct sim_model *model);

/* For contexts that run at once, before pages are taken away: the caches lose the lines of N_BYTES
 * at AT_BYTES, as whoever gets these frames next writes them first; empties the TLBs. */
void sim_model_forget(struct sim_model *model, uint64_t at_bytes, uint64_t n_bytes);

/* A model of CONTEXT next to those of the contexts below it, ALL: with its own clock, TLBs and
 * first levels, and what the machine file says that they share. Pages are the first one's; from the
 * first call on a line that another context wrote costs a hand-over. NULL without memory. To be
 * freed before the first one is. */
struct sim_model *sim_model_join(struct sim_model *const *all, unsigned context);

/* Moves the clock on to CLOCK_16THS, if it is earlier. */
void sim_model_wait_until(struct sim_model *model, uint64_t clock_16ths);

/* An operation that needs no unit, LATENCY_16THS from operands to result; like
 * sim_model_operate(). */
uint64_t sim_model_start(struct sim_model *model, uint64_t operands_16ths, uint64_t latency_16ths);
/* A load at AT_BYTES whose address is there at OPERANDS_16THS, with what else is in flight; like
 * sim_model_operate(). Where nothing is mapped it takes no time. */
uint64_t sim_model_start_load(struct sim_model *model, uint64_t at_bytes, uint64_t operands_16ths);

/* The next operation has an entry of QUEUE of a machine with a window, besides what it has of
 * others. */
void sim_model_hold(struct sim_model *model, enum sim_queue queue);
/* A load of a chain, or of a batch, that probes count loads in flight with: like
 * sim_model_start_load(), but it takes a unit of loads of words, and where it misses in a cache one
 * of its miss buffers until the line is there. Where the first cache has no number of these, loads
 * are serial, as sim_model_load() is. */
uint64_t sim_model_follow(struct sim_model *model, uint64_t at_bytes, uint64_t operands_16ths);

/* One load or store at AT_BYTES. Nothing happens, in no time, where nothing is mapped. README.md
 * says what a store costs that writes through, does not allocate or drives out what was stored. */
void sim_model_load(struct sim_model *model, uint64_t at_bytes);
void sim_model_store(struct sim_model *model, uint64_t at_bytes);

/* An atomic operation on the word at AT_BYTES: a store, and COST_16THS more. Where another context
 * is at one on the same line, this one waits until that is over. */
void sim_model_atomic(struct sim_model *model, uint64_t at_bytes, uint64_t cost_16ths);

/* N_CONTEXTS of the machine are busy from MODEL's clock on. */
void sim_model_busy(struct sim_model *model, unsigned n_contexts);

/* CYCLES pass without an access; negative ones take back what was charged before. */
void sim_model_compute(struct sim_model *model, int cycles);

/* TIME passes, 1/16 cycles. */
void sim_model_pass(struct sim_model *model, uint64_t time_16ths);

/* The same for ADDITIONS of a dependent chain, as fast as the machine's processor does them. */
void sim_model_add(struct sim_model *model, int additions);

/* A comparison, its branch and the counter of a loop pass, as long as the machine's processor takes
 * for them next to other operations. */
void sim_model_loop(struct sim_model *model);

/* Operation OP (op * SIM_TYPES + type) whose operands are there at OPERANDS_16THS, on an in-order
 * processor. Moves the clock to its start and returns when its result is there, 1/16 cycles. */
uint64_t sim_model_operate(struct sim_model *model, unsigned op, uint64_t operands_16ths);

/* An addition on TYPE in a loop that keeps LIVE variables alive, of variable FROM to variable TO,
 * which are there at FROM_16THS and TO_16THS; like sim_model_operate(). Where the machine has fewer
 * registers than that, variables live in memory: one more than do not fit, as a register has to
 * take what is loaded. Such a variable is loaded before each use, and stored after it is written.
 */
uint64_t sim_model_add_live(struct sim_model *model, unsigned type, unsigned live, unsigned to,
                            uint64_t to_16ths, unsigned from, uint64_t from_16ths);

/* Reads the clock as a program does: costs SIM_READ_CYCLES, disturbs what passed since the last
 * reading as the machine's noise says, rounds down to its resolution. Ticks, never going back. */
uint64_t sim_model_read_ticks(struct sim_model *model);

/* The clock itself, 1/16 cycles, for tests: no cost, no rounding. */
uint64_t sim_model_clock_16ths(const struct sim_model *model);

/* Accesses that found their line in cache LEVEL (0: first); LEVEL = number of caches: in memory. */
uint64_t sim_model_hits(const struct sim_model *model, unsigned level);

/* Lines that crossed the border between cache LEVEL (0: first) and what comes after it because of
 * this context: fetched by an access that missed there or by a prefetcher; and given away: written
 * back, evicted into an exclusive level, or a store that is written through. */
uint64_t sim_model_in_lines(const struct sim_model *model, unsigned level);
uint64_t sim_model_out_lines(const struct sim_model *model, unsigned level);

/* Translations that no TLB had: walks of the page table. */
uint64_t sim_model_walks(const struct sim_model *model);

/* Writes the lines of cache LEVEL that touch the N_BYTES at AT_BYTES back into the level after it,
 * or memory, and drops them: in no time, counted as lines out. Level by level, from 0, nothing is
 * left of them. A level that MODEL shares is flushed through the first context that has it. */
void sim_model_flush(struct sim_model *model, unsigned level, uint64_t at_bytes, uint64_t n_bytes);

#endif
