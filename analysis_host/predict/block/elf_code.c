/* Object files by libelf. */
#include "elf_code.h"
#include "predict/say.h"
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* What the machine of an ELF header is called in signatures. */
static const char *isa_of(const GElf_Ehdr *head)
{
    switch (head->e_machine) {
    case EM_X86_64:
        return "x86_64";
    case EM_386:
        return "i386";
    case EM_AARCH64:
        return "aarch64";
    case EM_ARM:
        return "arm";
    case EM_RISCV:
        return head->e_ident[EI_CLASS] == ELFCLASS64 ? "riscv64" : "riscv32";
    default:
        return "another processor";
    }
}

/* Takes the N bytes at OFFSET of SECTION. */
static bool take_bytes(struct block_code *c, Elf_Scn *section, uint64_t offset, uint64_t n)
{
    const Elf_Data *data = elf_rawdata(section, NULL);

    if (data == NULL || data->d_buf == NULL || offset > data->d_size || n > data->d_size - offset)
        return false;
    c->bytes = malloc(n + 1);
    if (c->bytes == NULL)
        return false;
    memcpy(c->bytes, (const uint8_t *)data->d_buf + offset, n);
    c->n_bytes = n;
    return true;
}

/* Takes all code of ELF, which has to be in one section. Returns the number of sections with code.
 */
static unsigned take_only_section(struct block_code *c, Elf *elf)
{
    unsigned found = 0;
    GElf_Shdr head;

    for (Elf_Scn *s = elf_nextscn(elf, NULL); s != NULL; s = elf_nextscn(elf, s))
        if (gelf_getshdr(s, &head) != NULL && head.sh_type == SHT_PROGBITS &&
            (head.sh_flags & SHF_EXECINSTR) && head.sh_size > 0 && found++ == 0 &&
            take_bytes(c, s, 0, head.sh_size))
            c->address = head.sh_addr;
    return found;
}

/* Takes the code of symbol S of ELF. */
static bool take_symbol(struct block_code *c, Elf *elf, const GElf_Sym *s, bool relocatable)
{
    Elf_Scn *section = elf_getscn(elf, s->st_shndx);
    GElf_Shdr head;
    /* the last bit of an address of ARM says Thumb */
    uint64_t at = GELF_ST_TYPE(s->st_info) == STT_FUNC ? s->st_value & ~UINT64_C(1) : s->st_value;

    if (section == NULL || gelf_getshdr(section, &head) == NULL)
        return false;
    uint64_t offset = relocatable ? at : at - head.sh_addr;
    uint64_t size = s->st_size > 0 ? s->st_size : head.sh_size - offset;
    c->address = s->st_value;
    return offset < head.sh_size && take_bytes(c, section, offset, size);
}

/* Looks for symbol NAME with code in all tables of ELF. */
static bool find_symbol(struct block_code *c, Elf *elf, const char *name, bool relocatable)
{
    GElf_Shdr head;
    GElf_Sym symbol;

    for (Elf_Scn *s = elf_nextscn(elf, NULL); s != NULL; s = elf_nextscn(elf, s)) {
        if (gelf_getshdr(s, &head) == NULL ||
            (head.sh_type != SHT_SYMTAB && head.sh_type != SHT_DYNSYM) || head.sh_entsize == 0)
            continue;
        Elf_Data *data = elf_getdata(s, NULL);
        size_t n = data != NULL ? data->d_size / head.sh_entsize : 0;
        for (size_t i = 0; i < n; i++) {
            const char *is;
            if (gelf_getsym(data, (int)i, &symbol) != NULL && symbol.st_shndx != SHN_UNDEF &&
                (is = elf_strptr(elf, head.sh_link, symbol.st_name)) != NULL &&
                strcmp(is, name) == 0 && take_symbol(c, elf, &symbol, relocatable))
                return true;
        }
    }
    return false;
}

int elf_code(struct block_code *c, uint8_t *bytes, size_t n, const char *isa, const char *symbol)
{
    int status = 0;
    GElf_Ehdr head;

    elf_version(EV_CURRENT);
    Elf *elf = elf_memory((char *)bytes, n);
    if (elf == NULL || gelf_getehdr(elf, &head) == NULL)
        status = say(SAY_NOTHING, c->name, "is a damaged object file: %s", elf_errmsg(-1));
    else if (strcmp(isa_of(&head), isa) != 0)
        status = say(SAY_NOTHING, c->name, "is code for %s; the board of the log is %s",
                     isa_of(&head), isa);
    else if (symbol != NULL && !find_symbol(c, elf, symbol, head.e_type == ET_REL))
        status = say(SAY_NOTHING, c->name, "has no code with this symbol: nm lists the symbols");
    unsigned sections = status == 0 && symbol == NULL ? take_only_section(c, elf) : 1;
    if (sections > 1)
        status = say(SAY_USAGE, c->name, "has %u sections with code: give --symbol=NAME", sections);
    else if (status == 0 && c->bytes == NULL)
        status = say(SAY_NOTHING, c->name, "holds no instruction");
    elf_end(elf);
    return status;
}
