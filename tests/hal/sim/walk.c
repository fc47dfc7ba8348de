/* Synthetic access sequences for tests of the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "policy/splitmix.h"
#include "walk.h"

struct sim_model *walk_model(const char *text, uint64_t arena_bytes)
{
    struct sim_machine machine;
    char error[512];

    if (sim_machine_parse(&machine, text, strlen(text), "test", error, sizeof error) != 0)
        fail_msg("%s", error);
    struct sim_model *model = sim_model_new(&machine, arena_bytes);
    assert_non_null(model);
    sim_model_map(model, 0, arena_bytes, false);
    return model;
}

double walk_list_cycles(struct sim_model *model, const uint64_t *at_bytes, uint64_t n,
                        unsigned warm, unsigned laps)
{
    uint64_t begin = 0;

    for (unsigned lap = 0; lap < warm + laps; lap++) {
        if (lap == warm)
            begin = sim_model_clock_16ths(model);
        for (uint64_t i = 0; i < n; i++)
            sim_model_load(model, at_bytes[i]);
    }
    return (double)(sim_model_clock_16ths(model) - begin) / SIM_16THS / (double)(n * laps);
}

static void shuffle(uint64_t *at, uint64_t n, uint64_t *rng)
{
    for (uint64_t i = n; i > 1; i--) {
        uint64_t j = splitmix_below(rng, (uint32_t)i);
        uint64_t kept = at[i - 1];
        at[i - 1] = at[j];
        at[j] = kept;
    }
}

double walk_shuffled_cycles(struct sim_model *model, struct walk w, uint64_t page_bytes,
                            unsigned warm, unsigned laps)
{
    uint64_t *at = malloc(w.n * sizeof *at);
    uint64_t in_page = page_bytes / w.step_bytes;
    uint64_t rng = 7;

    assert_non_null(at);
    for (uint64_t i = 0; i < w.n; i++)
        at[i] = w.from_bytes + i * w.step_bytes;
    for (uint64_t i = 0; in_page > 1 && i < w.n; i += in_page)
        shuffle(at + i, w.n - i < in_page ? w.n - i : in_page, &rng);
    double cycles = walk_list_cycles(model, at, w.n, warm, laps);
    free(at);
    return cycles;
}

double walk_cycles(struct sim_model *model, struct walk w, unsigned warm, unsigned laps)
{
    return walk_shuffled_cycles(model, w, w.step_bytes, warm, laps);
}
