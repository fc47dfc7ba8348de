/* Section numbers are those of the ACPI Specification 5.0. */
#include "acpi.h"
#include <stddef.h>

enum {
    EBDA_SEARCHED_BYTES = 1024,
    BIOS_AT = 0xe0000,
    BIOS_END = 0x100000,
    POINTER_BYTES = 20, /* of the root pointer that its first checksum covers */
    HEADER_BYTES = 36,
    MOST_BYTES = 1 << 20, /* a longer table is damaged */
};

/* BIOS data area: segment of the extended BIOS data area. Volatile, because compilers take what is
 * near address 0 for a null pointer's. */
static const volatile uintptr_t ebda_segment_at = 0x40e;

static uint32_t read_le(uintptr_t at, unsigned n_bytes)
{
    const volatile uint8_t *bytes = (const volatile uint8_t *)at;
    uint32_t value = 0;

    for (unsigned i = n_bytes; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static bool begins_with(uintptr_t at, const char *name)
{
    for (; *name; name++, at++)
        if (read_le(at, 1) != (uint8_t)*name)
            return false;
    return true;
}

/* Every table's bytes add up to 0. */
static bool sums_up(uintptr_t at, uint32_t n_bytes)
{
    uint8_t sum = 0;

    for (uint32_t i = 0; i < n_bytes; i++)
        sum = (uint8_t)(sum + read_le(at + i, 1));
    return sum == 0;
}

/* Section 5.2.5.1. */
static uintptr_t root_pointer_between(uintptr_t from, uintptr_t to)
{
    for (uintptr_t at = from; at + POINTER_BYTES <= to; at += 16)
        if (begins_with(at, "RSD PTR ") && sums_up(at, POINTER_BYTES))
            return at;
    return 0;
}

static uintptr_t find_root_pointer(void)
{
    uintptr_t ebda = (uintptr_t)read_le(ebda_segment_at, 2) << 4;
    uintptr_t at = ebda ? root_pointer_between(ebda, ebda + EBDA_SEARCHED_BYTES) : 0;

    return at ? at : root_pointer_between(BIOS_AT, BIOS_END);
}

/* Length of the table at AT, or 0 when it is none. */
static uint32_t table_bytes(uintptr_t at)
{
    uint32_t n = at ? read_le(at + 4, 4) : 0;

    return n >= HEADER_BYTES && n <= MOST_BYTES && sums_up(at, n) ? n : 0;
}

/* The table called NAME, from the root table (section 5.2.7), or 0. *N_BYTES: its length. */
static uintptr_t find_table(uintptr_t root, const char *name, uint32_t *n_bytes)
{
    uint32_t root_bytes = table_bytes(root);

    for (uint32_t i = HEADER_BYTES; i + 4 <= root_bytes; i += 4) {
        uintptr_t at = read_le(root + i, 4);

        if (begins_with(at, name) && (*n_bytes = table_bytes(at)) > 0)
            return at;
    }
    return 0;
}

/* Section 5.2.12: each entry begins with its type and its length. */
static void read_processors(struct x86_acpi *acpi, uintptr_t madt, uint32_t n_bytes)
{
    enum { LOCAL_APIC_AT = 36, ENTRIES_AT = 44, TYPE_PROCESSOR = 0, ENABLED = 1 };

    acpi->apic = read_le(madt + LOCAL_APIC_AT, 4);
    for (uint32_t i = ENTRIES_AT; i + 8 <= n_bytes;) {
        uintptr_t entry = madt + i;
        uint32_t length = read_le(entry + 1, 1);

        if (read_le(entry, 1) == TYPE_PROCESSOR && (read_le(entry + 4, 4) & ENABLED) &&
            acpi->n_cores < BARE_CORES)
            acpi->apic_id[acpi->n_cores++] = (uint8_t)read_le(entry + 3, 1);
        if (length < 2)
            return;
        i += length;
    }
}

/* One number of AML (section 20.2.3): Zero, One or a byte after its prefix. *AT moves past it. */
static uint8_t aml_byte(uintptr_t *at)
{
    enum { BYTE_PREFIX = 0x0a };
    uint32_t op = read_le((*at)++, 1);

    return op == BYTE_PREFIX ? (uint8_t)read_le((*at)++, 1) : (uint8_t)op;
}

/* The sleep types of \_S5 (section 7.3.4) are in a package of the AML code: NameOp _S5_ PackageOp
 * PkgLength NumElements SLP_TYPa SLP_TYPb. No interpreter is needed to find that. */
static void read_power_off(struct x86_acpi *acpi, uintptr_t fadt)
{
    enum { DSDT = 40, PM1A_CNT_BLK = 64, PM1B_CNT_BLK = 68 };
    enum { PACKAGE_OP = 0x12, SLP_TYP_SHIFT = 10, SLP_EN = 1 << 13 }; /* 4.8.3.2.1 */
    uintptr_t dsdt = read_le(fadt + DSDT, 4);
    uint32_t n = table_bytes(dsdt);

    for (uint32_t i = HEADER_BYTES; i + 16 <= n && !acpi->can_power_off; i++) {
        uintptr_t at = dsdt + i;

        if (!begins_with(at, "_S5_") || read_le(at + 4, 1) != PACKAGE_OP)
            continue;
        at += 5;
        at += 1 + (read_le(at, 1) >> 6); /* the top bits count the bytes of PkgLength that follow */
        at += 1;
        for (unsigned k = 0; k < 2; k++)
            acpi->power_value[k] = (uint16_t)(SLP_EN | aml_byte(&at) << SLP_TYP_SHIFT);
        acpi->power_port[0] = (uint16_t)read_le(fadt + PM1A_CNT_BLK, 4);
        acpi->power_port[1] = (uint16_t)read_le(fadt + PM1B_CNT_BLK, 4);
        acpi->can_power_off = acpi->power_port[0] != 0;
    }
}

/* Section 5.2.9. */
static void read_fixed(struct x86_acpi *acpi, uintptr_t fadt)
{
    enum { PM_TMR_BLK = 76, FLAGS = 112, TMR_VAL_EXT = 1 << 8 };

    acpi->pm_timer_port = (uint16_t)read_le(fadt + PM_TMR_BLK, 4);
    acpi->pm_timer_bits = read_le(fadt + FLAGS, 4) & TMR_VAL_EXT ? 32 : 24;
    read_power_off(acpi, fadt);
}

bool x86_acpi_read(struct x86_acpi *acpi)
{
    enum { ROOT_AT = 16, FADT_BYTES = 116, HPET_BASE_AT = 44, HPET_BYTES = 56 };
    uint32_t n = 0;

    *acpi = (struct x86_acpi){ 0 };
    uintptr_t pointer = find_root_pointer();
    if (pointer == 0)
        return false;
    uintptr_t root = read_le(pointer + ROOT_AT, 4);
    uintptr_t table = find_table(root, "APIC", &n);
    if (table)
        read_processors(acpi, table, n);
    table = find_table(root, "FACP", &n);
    if (table && n >= FADT_BYTES)
        read_fixed(acpi, table);
    table = find_table(root, "HPET", &n);
    if (table && n >= HPET_BYTES)
        acpi->hpet = read_le(table + HPET_BASE_AT, 4); /* IA-PC HPET Specification, 3.2.4 */
    return true;
}
