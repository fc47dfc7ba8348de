/* What is kept of a running program: blocks, accesses, samples. It knows nothing of QEMU: plugin.c
 * tells it what runs, result.c makes a signature of it. Without memory the process ends. */
#ifndef COLLECT_H
#define COLLECT_H

#include "collected.h"
#include <stdio.h>

/* Fills C for a program of ISA. */
void collect_begin(struct collect *c, const struct collect_rules *rules, enum signature_isa isa);

/* Returns the block of N instructions at ADDRESS if it is known, with the same bytes as FIRST to
 * FIRST + N say (only address, bytes and length count); else a new one. HOST is where its code is
 * in this process, or NULL. */
struct collect_block *collect_block_of(struct collect *c, const struct collect_instruction *first,
                                       unsigned n, char *host);

/* THREAD begins to run. */
void collect_thread_begins(struct collect *c, unsigned thread);

/* BLOCK begins to run on THREAD. */
void collect_ran(struct collect *c, unsigned thread, struct collect_block *block);

/* The instruction that ran last accessed N_BYTES at ADDRESS. */
void collect_accessed(struct collect *c, unsigned thread, struct collect_instruction *instruction,
                      bool store, uint64_t address, unsigned n_bytes);

/* The same where little is to be done. Returns false where more is, and nothing was done:
 * collect_accessed() then. */
bool collect_accessed_quickly(struct collect *c, unsigned thread,
                              struct collect_instruction *instruction, bool store, uint64_t address,
                              unsigned n_bytes);

/* A system call of NUMBER begins, which writes to address FILLS, or 0: to nothing, and INTO_FILE.
 */
void collect_called(struct collect *c, unsigned thread, int64_t number, uint64_t fills,
                    bool into_file);
/* It moved N_BYTES (> 0). */
void collect_moved(struct collect *c, unsigned thread, int64_t number, uint64_t n_bytes);

/* A system call did WORK, so many UNITS of it. */
void collect_worked(struct collect *c, enum signature_work work, uint64_t units);

/* Lets lines that were touched while accesses were not followed be where they would be else. */
void collect_catch_up(struct collect *c);

/* The same of THREAD alone. */
void collect_catch_up_thread(struct collect *c, unsigned thread);

/* Returns the pages that THREAD touched before all others. */
uint64_t collect_own_pages(const struct collect *c, unsigned thread);

/* Forgets what has run, but no block, nor in which order lines were touched. */
void collect_restart(struct collect *c);

/* Frees what C holds. */
void collect_free(struct collect *c);

/* Sums over all threads. */
struct collect_sums {
    uint64_t instructions, lines, pages, pages_read, pages_copied, code_lines, code_pages,
        file_bytes;
};
struct collect_sums collect_sums(const struct collect *c);

/* Fills S, whose texts the caller sets: code without operations, blocks that ran, edges, memory,
 * bursts, calls. The caller frees it with signature_free(). */
void result_make(const struct collect *c, struct signature *s);

/* Prints which files are in memory, a line for each piece of one: first address, address after
 * the last, offset in the file (hexadecimal), path. MAPS are the lines of /proc/self/maps. */
void result_maps(const struct collect *c, FILE *maps, FILE *to);

#endif
