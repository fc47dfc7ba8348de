/* From the entry to main(), in order. */
#include "start.h"
#include "acpi.h"
#include "bare.h"
#include "clock.h"
#include "cores.h"
#include "leave.h"
#include "multiboot.h"
#include "paging.h"
#include "tables.h"

extern uint8_t x86_image_start[], x86_image_end[]; /* from the linker script */

enum { LINE_BYTES = 512 };

static char line[LINE_BYTES];
static struct x86_acpi acpi;

/* Copies the command line without its first word, the image's name: the loader's memory becomes the
 * probes'. */
static void keep_line(const char *text)
{
    unsigned n = 0;

    while (*text && *text != ' ')
        text++;
    for (; text[n] && n + 1 < LINE_BYTES; n++)
        line[n] = text[n];
}

/* Maps N_LARGE large pages from FIRST on in small ones. Their tables are in front. */
static void add_small_pages(uintptr_t first, uintptr_t n_large)
{
    uintptr_t start = first * X86_LARGE_BYTES, tables_bytes = n_large * X86_PAGE_BYTES;

    for (uintptr_t i = 0; i < n_large; i++)
        x86_paging_split(start + i * X86_LARGE_BYTES, (uintptr_t *)(start + i * X86_PAGE_BYTES));
    if (n_large > 0)
        bare_memory_add(start + tables_bytes, n_large * X86_LARGE_BYTES - tables_bytes,
                        X86_PAGE_BYTES);
}

/* Half of the memory after the image is for small pages, half for large ones. Counted in large
 * pages. */
static void share_memory(uint64_t memory_end)
{
    const uint64_t most = 0xc0000000u; /* devices are above, on every PC */
    uintptr_t end = (uintptr_t)(memory_end < most ? memory_end : most) / X86_LARGE_BYTES;
    uintptr_t first = (uintptr_t)x86_image_end / X86_LARGE_BYTES + 1;

    if (first >= end)
        return;
    uintptr_t half = (end - first) / 2;
    add_small_pages(first, half);
    bare_memory_add((first + half) * X86_LARGE_BYTES, (end - first - half) * X86_LARGE_BYTES,
                    X86_LARGE_BYTES);
}

static void note_paging(void)
{
    bare_note(sizeof(void *) == 8 ? "paging: 4 KiB and 2 MiB pages, long mode"
                                  : "paging: 4 KiB and 4 MiB pages");
    bare_note(bare_caches_on() ? "caches and SSE on, firmware's memory types kept"
                               : "off: caches; SSE on, firmware's memory types kept");
}

_Noreturn void x86_start(uint32_t magic, uint32_t info)
{
    struct multiboot boot = { .command_line = "" };

    x86_core_enable();
    bare_console_start();
    x86_tables_start();
    x86_tables_load();
    if (x86_multiboot_read(&boot, magic, info, (uintptr_t)x86_image_start) != 0)
        bare_note("not started by a multiboot loader: no command line, no memory");
    keep_line(boot.command_line);
    x86_paging_fill();
    x86_paging_enter();
    note_paging();
    if (!x86_acpi_read(&acpi))
        bare_note("no ACPI tables: one processor, a clock of unknown rate, no way to switch off");
    x86_paging_guard_null();
    x86_leave_start(&acpi);
    x86_clock_start(&acpi);
    x86_cores_start(&acpi);
    share_memory(boot.memory_end);
    bare_run(line);
}
