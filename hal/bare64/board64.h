/* Facts that a bare 64-bit board states, and what its port brings for the code that ports share. */
#ifndef BOARD64_H
#define BOARD64_H

#include "bare.h"
#include "board_facts.h"
#include "clock.h"
#include <stdbool.h>

/* ---- stated by the board (board.c), with `board_uart` (bare.h) ---- */

struct board64_range {
    uintptr_t start;
    size_t size_bytes;
};

struct board64 {
    /* Memory; START a multiple of 2 MiB. Of what a device tree or tags report, no more is used;
     * where nothing reports it, it is taken to be there, as far as its end holds what is written.
     */
    struct board64_range ram;
    /* Ranges mapped as device memory, multiples of 2 MiB below 256 GiB; ends with a size of 0. */
    const struct board64_range *devices;
    /* Its memories, where it has several; NULL: one. What lies outside of RAM is mapped in 4 KiB
     * pages that no cache holds, up to BOARD64_REGION_MIB in all, below 256 GiB. */
    const struct bare_region *regions;
    /* Counters other than the core's own, best first, up to BOARD64_CLOCKS; ends with a driver of
     * NULL. NULL: none. */
    const struct clock *clocks;
    /* Cores where no device tree lists them: they are numbered from 0, and start as START_BY says;
     * the entry of core N of a spin table is stored at SPIN_TABLE + 8 N. */
    unsigned cores;
    enum facts_start start_by;
    enum facts_psci psci;
    uintptr_t spin_table;
    /* The boot arguments hold words of the firmware's own; the image's are those after a word `--`.
     */
    bool line_after_dashes;
    /* Does what cannot wait: pins, clocks. Before MMU and caches are on; NULL: nothing. */
    void (*start)(void);
};
enum { BOARD64_CLOCKS = 4, BOARD64_REGION_MIB = 16 };
extern const struct board64 board;

/* ---- brought by the port ---- */

/* The core's own counters, best first. */
enum { PORT_CLOCKS = 2 };
extern const struct clock *const port_clocks[PORT_CLOCKS];

/* Finds out their rates. FACTS: what the device tree says. */
void port_clocks_start(const struct board_facts *facts);

/* Everything before has its value, nothing after has begun. */
void port_fence(void);

/* Lets CORE, whose entry finds its number by core_ids[], start. NULL, or why it cannot. */
const char *port_start_core(unsigned core, const struct facts_core *facts);

/* Returns what is on, as a note of the log; static. */
const char *port_what_is_on(void);

/* Turns the tables of page_map.h on for the calling core, whose caches hold nothing that memory
 * lacks. Uses no stack. */
void port_paging_on(void);

/* ---- shared ---- */

/* Lets the chosen clock count on the calling core, too, where each core has its own. */
void timer64_core_start(void);

/* Where the image lies, from image.ld. Its code first. */
extern char image_start[], text_end[], image_end[];

/* For entry.S: the processor's names of the cores that have a number; ~0: no such core. */
extern uint64_t core_ids[BARE_CORES];

/* What is known of the board; filled once, before MMU and caches are on. */
extern struct board_facts facts64;

/* From the boot loader to main(), on the first core; C is set up, MMU and caches are off. TREE:
 * where a device tree may be, or 0. TAGS: where a list of tags (ATAGs) may be, or 0. BOOT_ID: the
 * processor's name of this core. */
_Noreturn void bare64_start(uintptr_t tree, uintptr_t tags, uint64_t boot_id);

/* Another core is here; MMU and caches are on. */
_Noreturn void bare64_start_other(void);

#endif
