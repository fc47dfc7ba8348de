/* The state of reading a machine file: what was read so far, where, and the first failure. */
#ifndef SIM_MACHINE_PARSER_H
#define SIM_MACHINE_PARSER_H

#include "machine.h"

/* Sections in the order that key_line[] counts them; numbered ones take a place for each number. */
enum {
    IN_MACHINE,
    IN_CACHE,
    IN_MEMORY = IN_CACHE + SIM_CACHES,
    IN_TLB,
    IN_WALK = IN_TLB + SIM_TLBS,
    IN_BTB,
    IN_REGION = IN_BTB + SIM_BTBS,
    IN_PREFETCH = IN_REGION + SIM_REGIONS,
    IN_FRAMES,
    IN_NOISE,
    IN_COHERENCE,
    IN_OS,
    IN_CPU,
    IN_DRAM,
    IN_FLIPS,
    IN_OP,
    OP_SECTIONS = SIM_OPS * SIM_TYPES,
    SECTIONS = IN_OP + OP_SECTIONS,
};

enum { KEYS_MOST = 240 };

struct machine_parser {
    struct sim_machine *machine;
    const char *path;
    unsigned line;
    int section;                     /* of the lines being read, or -1 before the first */
    unsigned section_line[SECTIONS]; /* 0: not in the file */
    unsigned key_line[SECTIONS][KEYS_MOST];
    bool failed;
    char *error;
    size_t error_bytes;
};

/* Keeps the first failure: "PATH:LINE: cause". */
__attribute__((format(printf, 3, 4))) void machine_fail(struct machine_parser *p, unsigned line,
                                                        const char *cause, ...);

#endif
