/* Cortex-A9: up to four cores that the snoop control unit keeps coherent. Source of the order:
 * Cortex-A9 MPCore TRM, DDI 0407, chapter 5.3 (multiprocessor bring-up): caches invalid, SCU, SMP,
 * then on. */
#include "cp15.h"
#include "memory_word.h"
#include "needs.h"
#include "pl310.h"
#include <hal/thread.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- interrupts between cores ---- */

/* The interrupt controller of a Cortex-A9, as far as cores wake each other with it: interrupts stay
 * masked in the cores, but end a WFI. PERIPH_BASE: the core's PERIPHBASE. */

enum { ICCICR = 0x100, ICCPMR = 0x104, ICCIAR = 0x10c, ICCEOIR = 0x110 };
enum { ICDDCR = 0x1000, ICDSGIR = 0x1f00 };
enum { ENABLE = 1, EVERY_PRIORITY = 0xf0, WAKE = 1, ID_MASK = 0x3ff, CPU_TARGET_LIST_SHIFT = 16 };

/* Once, on the first core: lets software interrupts through. */
static void gic_start(uintptr_t periph_base)
{
    word_out(periph_base + ICDDCR, ENABLE);
}

/* On each core that is to be woken. */
static void gic_start_core(uintptr_t periph_base)
{
    word_out(periph_base + ICCPMR, EVERY_PRIORITY);
    word_out(periph_base + ICCICR, ENABLE);
}

/* Wakes CORE, 0 to 7. */
static void gic_wake(uintptr_t periph_base, unsigned core)
{
    word_out(periph_base + ICDSGIR, 1u << (CPU_TARGET_LIST_SHIFT + core) | WAKE);
}

/* Takes a wake-up that came for the calling core; whether there was one. */
static bool gic_taken(uintptr_t periph_base)
{
    uint32_t taken = word_in(periph_base + ICCIAR); /* with the sender, which ICCEOIR wants, too */

    if ((taken & ID_MASK) != WAKE)
        return false;
    word_out(periph_base + ICCEOIR, taken);
    return true;
}

/* ---- the snoop control unit ---- */

/* The snoop control unit of a Cortex-A9, which keeps the cores' data caches coherent. */

enum { SCU_CONTROL = 0x00, SCU_CONFIGURATION = 0x04, SCU_INVALIDATE_ALL = 0x0c };
enum { CONTROL_SCU_ENABLE = 1, EVERY_WAY = 0xffff, CONFIGURATION_CPU_NUMBER = 3 };

/* Forgets what the unit holds of all cores' caches and turns it on. Before any of them is on. */
static void scu_start(uintptr_t periph_base)
{
    uint32_t control = word_in(periph_base + SCU_CONTROL);

    /* A boot loader has turned it on, and its other cores may be coherent already. */
    if ((control & CONTROL_SCU_ENABLE) != 0)
        return;
    word_out(periph_base + SCU_INVALIDATE_ALL, EVERY_WAY);
    word_out(periph_base + SCU_CONTROL, control | CONTROL_SCU_ENABLE);
}

/* Cores that the processor has, 1 to 4. */
static unsigned scu_cores(uintptr_t periph_base)
{
    return (word_in(periph_base + SCU_CONFIGURATION) & CONFIGURATION_CPU_NUMBER) + 1;
}

/* ---- the core ---- */

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

/* Cortex-A9 TRM, DDI 0388, ACTLR. */
const struct core_bit core_actlr_bits[] = { { "actlr.fw", 0 },
                                            { "actlr.l2_prefetch", 1 },
                                            { "actlr.l1_prefetch", 2 },
                                            { "actlr.smp", 6 },
                                            { 0 } };

/* Cortex-A9 TRM, DDI 0388, ACTLR: SMP, in the coherent domain; FW, its maintenance operations go to
 * all. Without SMP an exclusive access to shared memory never succeeds. */
static void be_coherent(void)
{
    enum { FW = 1 << 0, SMP = 1 << 6 };
    const uint32_t on = (FW | SMP) & ~(uint32_t)HAL_ACTLR_OFF;
    uint32_t actlr = cp15_actlr() & ~(uint32_t)HAL_ACTLR_OFF;

    if (actlr != cp15_actlr() || (actlr & on) != on)
        cp15_set_actlr(actlr | on);
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

bool core_outer_reported(unsigned i, const char **id, uint32_t *value)
{
    static const char *const ids[] = { "l2c310.control.enable", "l2c310.aux.data_prefetch",
                                       "l2c310.aux.instruction_prefetch" };

    if (board_a9.pl310_base == 0 || i >= sizeof ids / sizeof ids[0])
        return false;
    *id = ids[i];
    *value = i == 0   ? pl310_is_on(board_a9.pl310_base)
             : i == 1 ? pl310_prefetches_data(board_a9.pl310_base)
                      : pl310_prefetches_instructions(board_a9.pl310_base);
    return true;
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
