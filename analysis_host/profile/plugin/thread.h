/* What is kept of each thread: its lines, pages, sets, branches, and the burst that it is in. */
#ifndef COLLECT_THREAD_H
#define COLLECT_THREAD_H

#include "collected.h"
#include "noted.h"
#include "set_depth.h"

enum {
    LINE_SETS = 64 + 128 + 256,
    PAGE_SETS = 4 + 16 + 64,
    DEEP_SETS = 256, /* of lines, as many as a page has lines */
};

/* Of a page: in which direction its lines are gone through. */
struct page_stream {
    uint64_t line;
    int8_t step;
    uint8_t times;
    bool only_read; /* by the program; nothing was stored in it yet */
};

struct collect_thread {
    unsigned number; /* in the order in which threads began */
    uint64_t instructions, events;
    struct collect_block *block; /* that ran last */
    bool round;                  /* what runs is a further round of its last instruction */
    bool follows;                /* each access; else the last touches are noted */
    bool notes;      /* FOLLOWS and ROUND are not, and no access of BLOCK needs more than a note */
    uint32_t weight; /* of what is followed: thirds of the accesses it stands for */
    struct line_map noted_numbers; /* of lines in what is noted */
    struct noted noted_lines, noted_blocks;
    uint64_t noted_line;                 /* the last that was noted, + 1; 0: none */
    uint32_t noted_index;                /* where it is */
    const struct collect_side *noted_by; /* by whom, in which event */
    uint64_t noted_event;
    struct stack *lines, *pages, *code_lines, *code_pages;
    struct stack *filled;              /* pages that system calls wrote to; NULL: none yet */
    uint64_t filling;                  /* where the call that runs writes to, or 0 */
    bool into_file;                    /* or whether it stores bytes in a file */
    uint64_t file_bytes;               /* that calls stored in files */
    uint64_t pages_read, pages_copied; /* of PAGES: first touched by a load; stored to later */
    uint64_t pages_of_others;          /* of PAGES: another thread touched them before */
    uint8_t takes;                     /* of the access that is counted: enum signature_flag */
    uint64_t line, page, code_line, code_page; /* touched last, + 1; 0: none */
    bool line_stored;                          /* LINE was stored to since it is the last */
    uint32_t page_number;                      /* of PAGE, in the order of first touches */
    struct page_stream *streams;               /* of pages by their number */
    uint32_t n_streams;
    struct predictor_bank *bank;
    uint64_t next_burst;         /* instructions of the thread */
    uint64_t learn_at;           /* likewise: from here on BANK learns, in the burst, too */
    struct collect_burst *burst; /* that it is in, or NULL */
    struct set_ways line_sets[LINE_SETS], page_sets[PAGE_SETS];
    struct set_clean line_clean[LINE_SETS];
    struct stack *deep[DEEP_SETS]; /* lines that such a set does not keep; NULL: none yet */
};

/* Whose noted touches are settled. */
struct catching_up {
    struct collect *c;
    struct collect_thread *t;
};

/* Touches the lines that were noted, in order. (access.c) */
void access_catch_up(struct collect *c, struct collect_thread *t);

#endif
