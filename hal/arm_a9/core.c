/* Cortex-A9: up to four cores that the snoop control unit keeps coherent. Source of the order:
 * Cortex-A9 MPCore TRM, DDI 0407, chapter 5.3 (multiprocessor bring-up): caches invalid, SCU, SMP,
 * then on. */
#include "cp15.h"
#include "gic.h"
#include "needs.h"
#include "pl310.h"
#include "scu.h"
#include <hal/thread.h>

enum { CORES = 4, ARRIVAL_SPINS = 1 << 24 };

const bool core_shares_memory = true;

static bool arrived[CORES];

unsigned bare_core(void)
{
    return cp15_mpidr() & (CORES - 1);
}

unsigned bare_cores(void)
{
    return scu_cores(board_a9.periph_base);
}

/* Cortex-A9 TRM, DDI 0388, ACTLR: SMP, in the coherent domain; FW, its maintenance operations go to
 * all. Without SMP an exclusive access to shared memory never succeeds. */
static void be_coherent(void)
{
    enum { FW = 1 << 0, SMP = 1 << 6 };
    uint32_t actlr = cp15_actlr();

    if ((actlr & (FW | SMP)) != (FW | SMP))
        cp15_set_actlr(actlr | FW | SMP);
}

void core_start(void)
{
    if (bare_core() == 0) {
        if (!board_a9.nonsecure)
            scu_start(board_a9.periph_base);
        gic_start(board_a9.periph_base);
    }
    gic_start_core(board_a9.periph_base);
    be_coherent();
}

static void note_outer(void)
{
    static struct bare_text t;

    bare_text_add(&t, "on: outer cache (PL310) ");
    bare_text_number(&t, pl310_size_bytes(board_a9.pl310_base) >> 10);
    bare_text_add(&t, " KiB, ways ");
    bare_text_number(&t, pl310_ways(board_a9.pl310_base));
    bare_text_add(&t, ", as found");
    bare_note(t.text);
}

void core_outer_start(void)
{
    if (board_a9.pl310_base == 0)
        return;
    if (!pl310_is_on(board_a9.pl310_base)) /* else entry.S wrote it back and left it on */
        pl310_start(board_a9.pl310_base, board_a9.pl310_enable);
    note_outer();
}

void core_outer_flush(uintptr_t start, uintptr_t end)
{
    if (board_a9.pl310_base != 0 && pl310_is_on(board_a9.pl310_base))
        pl310_flush(board_a9.pl310_base, start, end);
}

/* A wake-up for this very core lets it go; what memory says cannot, as its caches are off. */
void core_park(void)
{
    gic_start_core(board_a9.periph_base);
    while (!gic_taken(board_a9.periph_base))
        cpu_wfi();
}

void core_arrived(void)
{
    __atomic_store_n(&arrived[bare_core()], true, __ATOMIC_RELEASE);
}

/* The interrupt ends a WFI, here or in core_park(), and the event a WFE, here or in a boot ROM. */
static void wake(unsigned core)
{
    cpu_sev();
    gic_wake(board_a9.periph_base, core);
}

int bare_wake(unsigned core)
{
    if (core >= bare_cores())
        return -1;
    if (!__atomic_load_n(&arrived[core], __ATOMIC_ACQUIRE) && board_a9.release)
        board_a9.release(core, (uintptr_t)arm_released_entry);
    wake(core);
    for (unsigned i = 0; i < ARRIVAL_SPINS; i++) {
        if (__atomic_load_n(&arrived[core], __ATOMIC_ACQUIRE))
            return 0;
        cpu_yield();
    }
    return -1;
}

/* Non-secure state may not see the wake-up interrupt, depending on what its ROM set up. */
void bare_idle(void)
{
    if (board_a9.nonsecure) {
        cpu_wfe();
        return;
    }
    cpu_wfi();
    (void)gic_taken(board_a9.periph_base);
}
