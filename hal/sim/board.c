/* Makes the simulated board of this process. */
#define _DEFAULT_SOURCE
#include "board.h"
#include "hal/console.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Far from what systems place themselves, and from the shadow memory of sanitizers; a hint only,
 * because the model is fed offsets. */
#define ARENA_HINT      ((uintptr_t)0x200000000000)
#define ARENA_BYTES     ((size_t)SIM_ARENA_MAX_BYTES)
#define ARENA_MIN_BYTES ((size_t)256 << 20)
#define ARENA_ALIGN     ((uintptr_t)1 << 30) /* of the largest page that a machine may have */

struct sim_board sim_board_now;

static _Noreturn void give_up(const char *cause)
{
    hal_console_complain(cause);
    exit(2);
}

static void read_machine(struct sim_machine *machine)
{
    const char *path = getenv(SIM_MACHINE_VARIABLE);
    char error[2048];

    if (!path || !*path)
        give_up("simulated board: set " SIM_MACHINE_VARIABLE " to the path of a machine file");
    if (sim_machine_read(machine, path, error, sizeof error) != 0)
        give_up(error);
}

/* Reserves address space only; a system that counts it as memory gets asked for less. */
static size_t reserve(uintptr_t *start)
{
    for (size_t n = ARENA_BYTES; n >= ARENA_MIN_BYTES; n /= 2) {
        void *p = mmap((void *)ARENA_HINT, n + ARENA_ALIGN, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED) {
            *start = ((uintptr_t)p + ARENA_ALIGN - 1) & ~(ARENA_ALIGN - 1);
            madvise((void *)*start, n, MADV_HUGEPAGE); /* faster only: the model sees no pages */
            return n;
        }
    }
    give_up("simulated board: no address space for its memory");
}

/* One after the other, each memory once. */
static void reserve_regions(struct sim_board *b)
{
    size_t n_bytes = 0;

    for (unsigned i = 0; i < b->machine.n_regions; i++)
        n_bytes += b->machine.region[i].state[0] ? 0 : (size_t)b->machine.region[i].size_bytes;
    if (n_bytes == 0)
        return;
    void *p = mmap(0, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED)
        give_up("simulated board: no address space for its regions");
    b->regions = (uintptr_t)p;
    b->regions_bytes = n_bytes;
}

struct sim_board *sim_board(void)
{
    struct sim_board *b = &sim_board_now;

    if (b->model)
        return b;
    read_machine(&b->machine);
    size_t n_bytes = reserve(&b->arena);
    b->model = sim_model_new(&b->machine, n_bytes);
    if (!b->model)
        give_up("simulated board: not enough memory for the model");
    reserve_regions(b);
    b->first = b->model;
    b->arena_bytes = n_bytes;
    return b;
}
