/* Pages and frames of the modelled memory. */
#ifndef SIM_PAGES_H
#define SIM_PAGES_H

#include "machine.h"
#include <stdbool.h>
#include <stdint.h>

/* The physical frame that backs each page, and the reverse. Physical memory is laid out as base
 * frames, large frames, and memory of others that only pollution touches. */

#define SIM_LARGE_FIRST_BYTES   ((uint64_t)8 << 30)
#define SIM_FOREIGN_FIRST_BYTES ((uint64_t)12 << 30)
#define SIM_PHYSICAL_BYTES      ((uint64_t)16 << 30)
#define SIM_UNMAPPED            UINT32_MAX

/* Frames in an order that looks random and repeats only after all of them. */
struct sim_frame_pool {
    uint32_t first_page; /* physical page number of the first frame */
    unsigned count_bits; /* 1 << count_bits frames */
    unsigned pages_bits; /* of 1 << pages_bits base pages each */
    uint32_t serial;     /* frames handed out */
    uint32_t key;
};

struct sim_pages {
    unsigned page_shift, large_shift; /* large_shift 0: none */
    uint32_t n_pages;
    bool random;
    bool same;       /* if random: each page has its frame, whenever it is mapped */
    bool used_up;    /* set when frames are handed out a second time; cleared by the reader */
    uint32_t *frame; /* of each virtual page: physical page and LARGE flag, or SIM_UNMAPPED */
    uint32_t *owner; /* of each physical page, if random: virtual page and LIVE flag */
    struct sim_frame_pool base, large;
};

int sim_pages_make(struct sim_pages *pages, const struct sim_machine *machine,
                   uint64_t arena_bytes);
void sim_pages_free(struct sim_pages *pages);
void sim_pages_map(struct sim_pages *pages, uint64_t at_bytes, uint64_t n_bytes, bool large);
void sim_pages_unmap(struct sim_pages *pages, uint64_t at_bytes, uint64_t n_bytes);

/* Backs PAGE by the frame of zeros, which any number of pages share. */
void sim_pages_map_zeros(struct sim_pages *pages, uint64_t page);
/* Returns the physical page that is that frame. */
uint32_t sim_pages_zeros(const struct sim_pages *pages);

/* Returns the physical page that backs virtual PAGE, or SIM_UNMAPPED; *LARGE: part of a large page.
 */
uint32_t sim_pages_physical(const struct sim_pages *pages, uint64_t page, bool *large);

/* Virtual address that PHYSICAL was last mapped to, or PHYSICAL itself where it never was. */
uint64_t sim_pages_virtual_bytes(const struct sim_pages *pages, uint64_t physical_bytes);

#endif
