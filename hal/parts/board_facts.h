/* What a device tree says of a board, as far as a bare image needs it. */
#ifndef BOARD_FACTS_H
#define BOARD_FACTS_H

#include "device_tree.h"
#include <stdbool.h>

enum {
    FACTS_RANGES = 16,
    FACTS_CORES = 8,
    FACTS_LINE_BYTES = 512,
    FACTS_MODEL_BYTES = 64,
};

struct facts_range {
    uint64_t start, end; /* end > start */
};

/* How a core is started. */
enum facts_start { FACTS_START_UNKNOWN, FACTS_START_PSCI, FACTS_START_SPIN_TABLE };

struct facts_core {
    uint64_t id; /* as the processor names it: MPIDR's affinity, hartid */
    enum facts_start start;
    uint64_t release_at; /* of FACTS_START_SPIN_TABLE: where the entry is stored */
};

enum facts_psci { FACTS_NO_PSCI, FACTS_PSCI_HVC, FACTS_PSCI_SMC };

/* Zero: nothing is known. */
struct board_facts {
    struct facts_range memory[FACTS_RANGES], reserved[FACTS_RANGES];
    struct facts_core core[FACTS_CORES]; /* those whose status is okay */
    unsigned n_memory, n_reserved, n_cores;
    unsigned n_disabled;   /* cores whose status is not okay */
    unsigned n_more_cores; /* cores beyond FACTS_CORES */
    enum facts_psci psci;
    uint64_t timebase_hz;          /* of RISC-V's `time`; 0: not said */
    char model[FACTS_MODEL_BYTES]; /* zero-terminated, printable; empty: not said */
    char line[FACTS_LINE_BYTES];   /* boot arguments, zero-terminated */
    bool broken;                   /* the tree ended before its end; what came before counts */
};

/* Fills *FACTS from TREE. */
void board_facts_read(struct board_facts *facts, const struct device_tree *tree);

/* Returns where the memory ends that is free after an image in [IMAGE_START, IMAGE_END): no further
 * than END, the end of the memory in FACTS that the image lies in, and the next memory that others
 * keep. *KNOWN: FACTS have the memory that the image lies in. */
uint64_t board_facts_free_end(const struct board_facts *facts, uint64_t image_start,
                              uint64_t image_end, uint64_t end, bool *known);

#endif
