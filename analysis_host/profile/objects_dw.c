/* Files of code by libelf and libdw. */
#include "objects.h"
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A function: addresses as in the file. */
struct function {
    uint64_t start, size;
    const char *name;
};

struct object {
    int file;
    Elf *elf;
    Dwarf *dwarf;               /* NULL: no source lines */
    struct function *functions; /* sorted */
    size_t n, room;
};

static void add_function(struct object *o, const GElf_Sym *symbol, const char *name)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);

    if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol->st_shndx == SHN_UNDEF || !name ||
        !*name)
        return;
    if (o->n == o->room) {
        struct function *more = realloc(o->functions, (o->room * 2 + 256) * sizeof *more);
        if (!more)
            return;
        o->functions = more;
        o->room = o->room * 2 + 256;
    }
    /* the last bit of an address of ARM says Thumb */
    o->functions[o->n++] =
        (struct function){ symbol->st_value & ~UINT64_C(1), symbol->st_size, name };
}

static void add_table(struct object *o, Elf_Scn *section, const GElf_Shdr *head)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t n = data && head->sh_entsize ? data->d_size / head->sh_entsize : 0;
    GElf_Sym symbol;

    for (size_t i = 0; i < n; i++)
        if (gelf_getsym(data, (int)i, &symbol))
            add_function(o, &symbol, elf_strptr(o->elf, head->sh_link, symbol.st_name));
}

static int by_start(const void *a, const void *b)
{
    const struct function *x = a, *y = b;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void find_functions(struct object *o)
{
    Elf_Scn *section = NULL;
    GElf_Shdr head;

    while ((section = elf_nextscn(o->elf, section)))
        if (gelf_getshdr(section, &head) &&
            (head.sh_type == SHT_SYMTAB || head.sh_type == SHT_DYNSYM))
            add_table(o, section, &head);
    if (o->n)
        qsort(o->functions, o->n, sizeof *o->functions, by_start);
}

struct object *object_open(const char *path)
{
    struct object *o = calloc(1, sizeof *o);

    if (!o)
        return NULL;
    elf_version(EV_CURRENT);
    o->file = open(path, O_RDONLY | O_CLOEXEC);
    o->elf = o->file < 0 ? NULL : elf_begin(o->file, ELF_C_READ_MMAP, NULL);
    if (o->elf && elf_kind(o->elf) == ELF_K_ELF) {
        o->dwarf = dwarf_begin_elf(o->elf, DWARF_C_READ, NULL);
        find_functions(o);
        return o;
    }
    object_close(o);
    return NULL;
}

void object_close(struct object *o)
{
    if (!o)
        return;
    if (o->dwarf)
        dwarf_end(o->dwarf);
    if (o->elf)
        elf_end(o->elf);
    if (o->file >= 0)
        close(o->file);
    free(o->functions);
    free(o);
}

/* The address that byte OFFSET of the file has in its own numbers. */
static bool address_of(const struct object *o, uint64_t offset, uint64_t *address)
{
    size_t n = 0;
    GElf_Phdr head;

    elf_getphdrnum(o->elf, &n);
    for (size_t i = 0; i < n; i++)
        if (gelf_getphdr(o->elf, (int)i, &head) && head.p_type == PT_LOAD &&
            offset >= head.p_offset && offset - head.p_offset < head.p_filesz) {
            *address = offset - head.p_offset + head.p_vaddr;
            return true;
        }
    return false;
}

/* A function without a size reaches to the next. */
const char *object_function(const struct object *o, uint64_t offset)
{
    uint64_t address;
    size_t low = 0, high = o->n;

    if (!address_of(o, offset, &address))
        return NULL;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (o->functions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const struct function *f = &o->functions[low - 1];
    return f->size == 0 || address - f->start < f->size ? f->name : NULL;
}

const char *object_source(struct object *o, uint64_t offset, uint32_t *line)
{
    uint64_t address;
    Dwarf_Die unit;
    int number = 0;

    *line = 0;
    if (!o->dwarf || !address_of(o, offset, &address) || !dwarf_addrdie(o->dwarf, address, &unit))
        return NULL;
    Dwarf_Line *at = dwarf_getsrc_die(&unit, address);
    if (!at || dwarf_lineno(at, &number) != 0 || number <= 0)
        return NULL;
    const char *path = dwarf_linesrc(at, NULL, NULL);
    const char *slash = path ? strrchr(path, '/') : NULL;
    *line = (uint32_t)number;
    return slash ? slash + 1 : path;
}

void object_build_id(const struct object *o, char *to, size_t size)
{
    const void *id;
    ssize_t n = dwelf_elf_gnu_build_id(o->elf, &id);

    to[0] = 0;
    for (ssize_t i = 0; i < n && 2 * (size_t)i + 2 < size; i++)
        snprintf(to + 2 * i, size - 2 * (size_t)i, "%02x", ((const unsigned char *)id)[i]);
}

bool object_find(const struct object *o, const char *name, uint64_t *at)
{
    for (size_t i = 0; i < o->n; i++)
        if (strcmp(o->functions[i].name, name) == 0) {
            *at = o->functions[i].start;
            return true;
        }
    return false;
}

uint64_t object_code(const struct object *o)
{
    uint64_t least = 0;
    size_t n = 0;
    GElf_Phdr head;

    if (elf_getphdrnum(o->elf, &n) != 0)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (gelf_getphdr(o->elf, (int)i, &head) && head.p_type == PT_LOAD &&
            (head.p_flags & PF_X) != 0 && (least == 0 || head.p_vaddr < least))
            least = head.p_vaddr;
    return least;
}
