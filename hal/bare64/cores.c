/* Starts cores once and for all: those that came are what threads may be pinned to. */
#include "cores.h"
#include "board64.h"
#include <hal/thread.h>
#include <hal/timer.h>

enum { SPINS_WITHOUT_RATE = 1 << 22 };

uint64_t core_ids[BARE_CORES] = { 0 };

static unsigned n_cores = 1;
static unsigned n_here; /* cores other than the first that arrived */

_Noreturn void bare64_start_other(void)
{
    timer64_core_start();
    __atomic_add_fetch(&n_here, 1, __ATOMIC_RELEASE);
    bare_serve();
}

unsigned bare_cores(void)
{
    return n_cores;
}

/* Returns whether N cores have arrived, within a second. */
static bool came(unsigned n)
{
    uint64_t hz = hal_timer_hz(), begin = hal_timer_now_ticks();
    uint64_t mask = UINT64_MAX >> (64 - hal_timer_bits());

    for (unsigned spins = 0; __atomic_load_n(&n_here, __ATOMIC_ACQUIRE) < n; spins++) {
        uint64_t passed = (hal_timer_now_ticks() - begin) & mask;

        if (hz > 0 ? passed >= hz : spins >= SPINS_WITHOUT_RATE)
            return false;
        hal_thread_pause();
    }
    return true;
}

static void note_missing(uint64_t id, const char *why)
{
    static struct bare_text notes[BARE_CORES];
    static unsigned n_notes;
    struct bare_text *t = &notes[n_notes++];

    bare_text_add(t, "cores: ");
    bare_text_hex(t, id);
    bare_text_add(t, " is left out: ");
    bare_text_add(t, why);
    bare_note(t->text);
}

/* A late core must not find a number: it waits for ever. */
static void start(const struct facts_core *core)
{
    unsigned number = n_cores;

    core_ids[number] = core->id;
    const char *why = port_start_core(number, core);
    if (!why && came(number)) {
        n_cores = number + 1;
        return;
    }
    core_ids[number] = ~(uint64_t)0;
    note_missing(core->id, why ? why : "it did not come within a second");
}

/* Where no device tree lists cores, the board does. */
static void list_cores(void)
{
    if (facts64.n_cores > 0)
        return;
    for (unsigned i = 0; i < board.cores && i < BARE_CORES; i++)
        facts64.core[facts64.n_cores++] = (struct facts_core){
            .id = i, .start = board.start_by, .release_at = board.spin_table + 8 * (uint64_t)i
        };
}

void cores64_start(uint64_t boot_id)
{
    for (unsigned i = 0; i < BARE_CORES; i++)
        core_ids[i] = ~(uint64_t)0;
    core_ids[0] = boot_id;
    list_cores();
    for (unsigned i = 0; i < facts64.n_cores; i++)
        if (facts64.core[i].id != boot_id && n_cores < BARE_CORES)
            start(&facts64.core[i]);
}
