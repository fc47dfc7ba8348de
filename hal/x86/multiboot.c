/* The image's multiboot header; reads what the loader hands over. */
#include "multiboot.h"

/* Multiboot Specification 0.6.96, sections 3.1.1 (header) and 3.3 (information). */
enum {
    MULTIBOOT_HEADER_MAGIC = 0x1badb002,
    MULTIBOOT_BOOTLOADER_MAGIC = 0x2badb002,
    MULTIBOOT_MEMORY_INFO = 1 << 1,
    MULTIBOOT_INFO_MEMORY = 1 << 0,
    MULTIBOOT_INFO_CMDLINE = 1 << 2,
    MULTIBOOT_INFO_MEM_MAP = 1 << 6,
    MULTIBOOT_MEMORY_AVAILABLE = 1,
    UPPER_MEMORY = 1 << 20, /* where mem_upper counts from */
};

__attribute__((section(".multiboot"), used)) static const uint32_t header[3] = {
    MULTIBOOT_HEADER_MAGIC, MULTIBOOT_MEMORY_INFO,
    -(uint32_t)MULTIBOOT_HEADER_MAGIC - MULTIBOOT_MEMORY_INFO, /* the three add up to 0 */
};

/* The beginning of the table; offsets in bytes. */
struct info {
    uint32_t flags;          /* 0 */
    uint32_t lower_kb;       /* 4 */
    uint32_t upper_kb;       /* 8 */
    uint32_t boot_device;    /* 12 */
    uint32_t command_line;   /* 16 */
    uint32_t modules[2];     /* 20 */
    uint32_t symbols[4];     /* 28 */
    uint32_t map_size_bytes; /* 44 */
    uint32_t map;            /* 48 */
};

/* An entry of the map; SIZE_BYTES does not count itself. */
struct entry {
    uint32_t size_bytes;
    uint64_t start;
    uint64_t length_bytes;
    uint32_t kind;
} __attribute__((packed));

_Static_assert(sizeof(struct info) == 52 && sizeof(struct entry) == 24, "as specified");

static uint64_t end_from_map(const struct info *info, uintptr_t image)
{
    uintptr_t at = info->map;

    while (at < (uintptr_t)info->map + info->map_size_bytes) {
        const struct entry *entry = (const struct entry *)at;

        if (entry->kind == MULTIBOOT_MEMORY_AVAILABLE && entry->start <= image &&
            entry->length_bytes > image - entry->start)
            return entry->start + entry->length_bytes;
        at += entry->size_bytes + sizeof entry->size_bytes;
    }
    return 0;
}

int x86_multiboot_read(struct multiboot *boot, uint32_t magic, uint32_t address, uintptr_t image)
{
    const struct info *info = (const struct info *)(uintptr_t)address;

    if (magic != MULTIBOOT_BOOTLOADER_MAGIC)
        return -1;
    *boot = (struct multiboot){ .command_line = "" };
    if (info->flags & MULTIBOOT_INFO_CMDLINE)
        boot->command_line = (const char *)(uintptr_t)info->command_line;
    if (info->flags & MULTIBOOT_INFO_MEM_MAP)
        boot->memory_end = end_from_map(info, image);
    if (boot->memory_end == 0 && (info->flags & MULTIBOOT_INFO_MEMORY))
        boot->memory_end = UPPER_MEMORY + (uint64_t)info->upper_kb * 1024;
    return 0;
}
