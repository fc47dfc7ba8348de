/* Starts the other processors. */
#include "cores.h"
#include "apic.h"
#include "cpu.h"
#include "layout.h"
#include "paging.h"
#include "tables.h"
#include <hal/thread.h>

/* SDM vol. 3A, section 2.5. */
enum {
    CR0_MP = 1 << 1,
    CR0_EM = 1 << 2,
    CR0_NE = 1 << 5,
    CR0_NW = 1 << 29,
    CR0_CD = 1 << 30,
    CR4_OSFXSR = 1 << 9,
    CR4_OSXMMEXCPT = 1 << 10,
};

/* Begin and end of the code that a processor starts in, and where it goes on: assembly. */
extern const uint8_t x86_trampoline[], x86_trampoline_end[];

_Alignas(64) uint8_t x86_stacks[BARE_CORES][X86_STACK_BYTES];
uint8_t *x86_core_stack; /* top of the stack of the processor that is being started */

static uint8_t apic_ids[BARE_CORES]; /* by number of the core */
static unsigned n_cores = 1;
static unsigned up[BARE_CORES];

_Noreturn void x86_core_main(void);

void x86_core_enable(void)
{
    const uintptr_t off = CR0_EM | CR0_NW | CR0_CD;

    x86_set_cr0((x86_cr0() & ~off) | CR0_MP | CR0_NE | HAL_CR0_ON);
    if ((HAL_CR0_ON & CR0_CD) != 0)
        x86_wbinvd(); /* SDM vol. 3A, 12.5.3: lines that the caches have would still be used */
    x86_set_cr4(x86_cr4() | CR4_OSFXSR | CR4_OSXMMEXCPT);
}

unsigned bare_cores(void)
{
    return n_cores;
}

unsigned bare_core(void)
{
    uint8_t id = x86_apic_id();

    for (unsigned i = 1; i < n_cores; i++)
        if (apic_ids[i] == id)
            return i;
    return 0;
}

int bare_wake(unsigned core)
{
    x86_apic_wake(apic_ids[core]);
    return 0;
}

void bare_idle(void)
{
    x86_wait_for_interrupt();
}

void hal_thread_pause(void)
{
    __builtin_ia32_pause();
}

/* Where a processor goes on after its trampoline, on a stack of its own. */
_Noreturn void x86_core_main(void)
{
    x86_core_enable();
    x86_paging_enter();
    x86_tables_load();
    x86_apic_enable();
    __atomic_store_n(&up[bare_core()], 1, __ATOMIC_RELEASE);
    bare_serve();
}

static void copy_trampoline(void)
{
    volatile uint8_t *to = (volatile uint8_t *)X86_TRAMPOLINE_AT;

    for (const uint8_t *from = x86_trampoline; from < x86_trampoline_end; from++)
        *to++ = *from;
}

/* Starts the processor with APIC_ID as the next core; one that stays silent has no number. */
static void start(uint8_t apic_id)
{
    unsigned core = n_cores;

    apic_ids[core] = apic_id;
    x86_core_stack = x86_stacks[core] + X86_STACK_BYTES;
    __atomic_store_n(&n_cores, core + 1, __ATOMIC_RELEASE);
    if (x86_apic_start_processor(apic_id, &up[core]) != 0)
        n_cores = core;
}

static void note_processors(unsigned named)
{
    static struct bare_text note;

    bare_text_add(&note, "processors: ");
    bare_text_number(&note, n_cores);
    bare_text_add(&note, " of ");
    bare_text_number(&note, named);
    bare_text_add(&note, " started by INIT and SIPI");
    bare_note(note.text);
}

void x86_cores_start(const struct x86_acpi *acpi)
{
    if (acpi->apic == 0)
        return;
    apic_ids[0] = x86_apic_id();
    x86_apic_start(acpi->apic);
    x86_apic_enable();
    copy_trampoline();
    for (unsigned i = 0; i < acpi->n_cores && n_cores < BARE_CORES; i++)
        if (acpi->apic_id[i] != apic_ids[0])
            start(acpi->apic_id[i]);
    note_processors(acpi->n_cores);
}
