/* Simulated accesses a second, for chases of growing footprint; not a test, since it reads a clock.
 * With a machine file as argument, that machine. */
#define _DEFAULT_SOURCE
#include "board.h"
#include "kernels.h"
#include "policy/splitmix.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char nehalem[] =
    "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 4\n"
    "[cache 2]\nsize = 256K\nways = 8\nline = 64\nlatency = 10\n"
    "[cache 3]\nsize = 8M\nways = 16\nline = 64\nlatency = 38\n[memory]\nlatency = 180\n"
    "[tlb 1]\nentries = 64\nways = 4\n[tlb 2]\nentries = 512\nways = 4\npenalty = 7\n"
    "[walk]\npenalty = 30\n";

enum { SMALLEST = 1 << 14, LARGEST = 1 << 26, LINE = 64, PAGE = 4096, ACCESSES = 1 << 25 };

struct sim_board sim_board_now; /* this program's own: no arena until the model is wanted */

struct sim_board *sim_board(void)
{
    return &sim_board_now;
}

/* Chain over the lines of N_BYTES, in random order inside each page. Its first line. */
static char *lay(char *base, size_t n_bytes)
{
    uint64_t rng = 1;
    char *first = 0, *last = base;

    for (size_t page = 0; page < n_bytes; page += PAGE) {
        unsigned order[PAGE / LINE];
        for (unsigned i = 0; i < PAGE / LINE; i++) {
            unsigned j = splitmix_below(&rng, i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        for (unsigned i = 0; i < PAGE / LINE; i++) {
            char *line = base + page + order[i] * LINE;
            if (first)
                memcpy(last, &line, sizeof line);
            else
                first = line;
            last = line;
        }
    }
    memcpy(last, &first, sizeof first);
    return first;
}

static double million_a_second(void *start)
{
    struct timespec begin, end;

    for (unsigned i = 0; i < LARGEST / LINE; i += KERNEL_LOADS)
        start = kernel_chase(start);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (unsigned i = 0; i < ACCESSES; i += KERNEL_LOADS)
        start = kernel_chase(start);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double s = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    return ACCESSES / s / 1e6;
}

static int make_model(struct sim_board *b, const char *path)
{
    char error[1024];
    int read = path ? sim_machine_read(&b->machine, path, error, sizeof error)
                    : sim_machine_parse(&b->machine, nehalem, sizeof nehalem - 1, "bench", error,
                                        sizeof error);

    if (read != 0) {
        fprintf(stderr, "%s\n", error);
        return -1;
    }
    b->model = sim_model_new(&b->machine, LARGEST);
    if (b->model)
        sim_model_map(b->model, 0, LARGEST, false);
    return b->model ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct sim_board *b = &sim_board_now;
    void *arena = aligned_alloc(PAGE, LARGEST);

    if (argc > 2 || !arena || make_model(b, argc > 1 ? argv[1] : 0) != 0)
        return 2;
    memset(arena, 0, LARGEST);
    b->arena = (uintptr_t)arena;
    printf("%9s %10s %10s %6s\n", "KiB", "M/s", "empty M/s", "ratio");
    for (size_t n = SMALLEST; n <= LARGEST; n *= 4) {
        void *first = lay(arena, n);
        b->arena_bytes = 0; /* the callbacks see that nothing is to be seen, and return */
        double empty = million_a_second(first);
        b->arena_bytes = LARGEST;
        double full = million_a_second(first);
        printf("%9zu %10.1f %10.1f %6.2f\n", n >> 10, full, empty, empty / full);
    }
    sim_model_free(b->model);
    free(arena);
    return 0;
}
