/* Shared by ports for boards without an operating system, and what each brings. */
#ifndef BARE_H
#define BARE_H

#include "uart.h"
#include <hal/alloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shared by ports for bare boards: console, command line, memory, threads, faults. Each function
 * says who calls it: the port's start-up, or this folder (then the port has it). */

/* ---- what a port or its board brings ---- */

/* The console's driver and facts; from the board. */
extern const struct uart board_uart;

/* Ends the run with STATUS where something listens for one (an emulator, a debugger), else halts.
 * Every byte has left. From the port. */
_Noreturn void bare_leave(int status);

/* Cores that threads may be pinned to, 1 to BARE_CORES; the number of the caller's, 0 for the one
 * that booted. From the port, as are the three below. */
enum { BARE_CORES = 8 };
unsigned bare_cores(void);
unsigned bare_core(void);

/* Sees to it that CORE, 1 or more, is in bare_serve(): starts it the first time, wakes it from
 * bare_idle() later. 0, or -1 when it did not start. */
int bare_wake(unsigned core);

/* Waits, in a core that serves, for a bare_wake(); may return early. */
void bare_idle(void);

/* ---- start-up ---- */

/* Starts the console; before it nothing may be written. */
void bare_console_start(void);

/* Adds TEXT to what hal_report_note() reports; up to BARE_NOTES sentences, more are dropped. */
enum { BARE_NOTES = 16 };
void bare_note(const char *text);

/* Notes that memory ends at END, where the board's files say that it ends at TOLD. Once. */
void bare_note_less_memory(uintptr_t end, uintptr_t told);

/* Gives hal_alloc() the memory from START, SIZE_BYTES long, mapped one to one and cached, by pages
 * of PAGE_BYTES (0: no MMU); START and SIZE_BYTES are multiples of it. Up to BARE_WINDOWS times. A
 * board wants one window for each size of page. */
enum { BARE_WINDOWS = 8 };
void bare_memory_add(uintptr_t start, size_t size_bytes, size_t page_bytes);

/* A memory that the board names (hal/regions.h); a list of them ends with a name of NULL. */
struct bare_region {
    const char *name, *kind;
    uintptr_t start;
    size_t size_bytes;
    /* The part that nothing else uses, which the port maps; NULL: what hal_alloc() gives out. */
    char *scratch, *scratch_end;
    bool read_only;
    bool cached;               /* by the core's caches, where it has any that are on */
    const char *no_code;       /* why no code runs there; NULL: it does */
    const char *const *states; /* other than the image's own, up to a NULL; NULL: none */
    void (*set)(unsigned state);
};

/* Returns the board's memories; NULL: it has one. From the port. */
const struct bare_region *bare_regions(void);

/* Returns whether caches of data are on. From the port. */
bool bare_caches_on(void);

/* Fills *BLOCK as hal_alloc() does, with SIZE_BYTES aligned to ALIGN_BYTES between START and END,
 * of the memory that hal_alloc() gives out, or, where OWN, of what is there for this alone. 0, or
 * -1. */
int bare_memory_within(struct hal_block *block, size_t size_bytes, size_t align_bytes,
                       uintptr_t start, uintptr_t end, bool own);

/* Code was written to N_BYTES at START, and is to run: data caches give it to memory, those of
 * instructions forget what was there. From the port. */
void bare_code_written(const void *start, size_t n_bytes);

/* Lowers what hal_alloc_limit_bytes() says to MOST_BYTES: a port that knows how large its
 * processors' caches are at most spares its boards, which are slow, sweeps over all of their
 * memory. */
void bare_memory_limit(size_t most_bytes);

/* Starts the clock, says hello, and calls main() with the words of LINE, after the program's name;
 * without any word, with those that the image was built with (PONTOON_OPTIONS). Where there are
 * none, either, it waits a second for a line typed at the console. LINE: what the boot loader,
 * the emulator or the debugger handed over, zero-terminated; NULL: nothing. */
_Noreturn void bare_run(const char *line);

/* Cuts TEXT into words at blanks; quotes, single or double, keep blanks inside a word. Words beyond
 * MOST are dropped. Returns their number; TEXT is changed and owned by the words. */
unsigned bare_words(char *text, char **word, unsigned most);

/* ---- while the program runs ---- */

/* Runs the threads that a core other than the first is given, for ever. Called on the
 * core's own stack, with caches and MMU on. */
_Noreturn void bare_serve(void);

/* A fault: EXCEPTION as "data abort", with the PC and the address that it is about. Called by the
 * port's handlers, on any core. */
_Noreturn void bare_fault(const char *exception, uintptr_t pc, uintptr_t address);

/* ---- text without a C library ---- */

/* Zero-initialise. What does not fit is cut. */
struct bare_text {
    char text[160]; /* zero-terminated */
    unsigned n;
};
void bare_text_add(struct bare_text *t, const char *text);
void bare_text_number(struct bare_text *t, uint64_t value); /* decimal */
void bare_text_hex(struct bare_text *t, uint64_t value);    /* 0x and as many digits as it has */

/* ---- brought by ports that have semihosting (semihost.h) ---- */

/* From now on an instruction that faults is skipped. */
void trial_begin(void);

/* Ends the trial; returns whether nothing has faulted since. */
bool trial_end(void);

#endif
