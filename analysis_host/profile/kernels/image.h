/* The probe image of a board, and runs of it under an emulator. */
#ifndef KERNEL_IMAGE_H
#define KERNEL_IMAGE_H

#include "log/log.h"
#include "profile/emulator.h"
#include "profile/options.h"
#include "signature/signature.h"
#include <stddef.h>
#include <stdint.h>

/* A kernel at a size, on one context in warm caches. */
struct kernel_watch {
    const char *name, *variant, *type; /* the log's */
    uint64_t n, laps;
    double lap_ticks;
};

struct kernel_watches {
    struct kernel_watch *at; /* the quickest to watch first; owned */
    size_t n;
};

/* Fills W from the series of probe kernels in RUN. LAPS are as many as take TICKS, at least one.
 * Returns 0, or -1 without memory. Free with kernel_watches_free() in both cases. */
int kernel_watches_find(struct kernel_watches *w, const struct log_run *run, double ticks);
void kernel_watches_free(struct kernel_watches *w);

struct kernel_image {
    const struct request *asked;
    char path[PATH_MAX];
    char marks[200];  /* what the plugin is told: where watching begins and ends */
    char crc[16];     /* kernels_crc of the first run, "" before */
    size_t n_unknown; /* kernels with an instruction that the emulator does not know */
};

/* Finds the image of TARGET, or the one that ASKED names, and the marks in it. Returns 0, or the
 * exit status after a message. */
int kernel_image_find(struct kernel_image *image, const struct request *asked, const char *target);

/* Runs W in it, and fills S with what was watched. Returns 0; NOTHING where W alone failed, or
 * another exit status where all would; a message was said, but where it is
 * counted in n_unknown. Free S with signature_free() after 0. */
int kernel_image_run(struct kernel_image *image, const struct kernel_watch *w, struct signature *s);

#endif
