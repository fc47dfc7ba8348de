/* Numbers of system calls by what they do, from the tables of Linux for each instruction set. */
#include "system_calls.h"

enum { NUMBERS = 56 };

static const char *const names[SIGNATURE_WORKS] = {
    [WORK_READ] = "read", [WORK_WRITE] = "write", [WORK_GROW] = "grow",
    [WORK_FIND] = "find", [WORK_OPEN] = "open",   [WORK_CLOSE] = "close",
    [WORK_LIST] = "list", [WORK_MAP] = "map",     [WORK_CHANGE] = "change",
};

/* 0 ends each list, but for a first one. */
typedef uint16_t numbers[SIGNATURE_WORKS][NUMBERS];

static const numbers x86_64 = {
    [WORK_READ] = { 0, 17, 19, 295 }, /* read, pread64, readv, preadv */
    [WORK_WRITE] = { 1, 18, 20, 296 },
    /* stat, lstat, access, truncate, chdir, rename, mkdir, rmdir, link, unlink, symlink, readlink,
     * chmod, chown, lchown, utime, mknod, statfs, utimes; extended attributes by path; those of all
     * these that take a folder (newfstatat, utimensat ...); renameat2, statx, faccessat2 */
    [WORK_FIND] = { 4,   6,   21,  76,  80,  82,  83,  84,  86,  87,  88,  89,  90,  92,  94,
                    132, 133, 137, 188, 189, 191, 192, 194, 195, 197, 198, 235, 254, 258, 259,
                    260, 261, 262, 263, 264, 265, 266, 267, 268, 269, 280, 316, 332, 439 },
    [WORK_OPEN] = { 2, 85, 257, 437 }, /* open, creat, openat, openat2 */
    [WORK_CLOSE] = { 3 },
    [WORK_LIST] = { 78, 217 },          /* getdents, getdents64 */
    [WORK_MAP] = { 9 },                 /* mmap */
    [WORK_CHANGE] = { 10, 11, 12, 25 }, /* mprotect, munmap, brk, mremap */
};
static const numbers i386 = {
    [WORK_READ] = { 3, 180, 145, 333 },
    [WORK_WRITE] = { 4, 181, 146, 334 },
    [WORK_FIND] = { 9,   10,  12,  14,  15,  16,  30,  33,  38,  39,  40,  83,  85,
                    92,  99,  106, 107, 182, 193, 195, 196, 198, 212, 226, 227, 229,
                    230, 232, 233, 235, 236, 268, 271, 292, 296, 297, 298, 299, 300,
                    301, 302, 303, 304, 305, 306, 307, 320, 353, 383, 439 },
    [WORK_OPEN] = { 5, 8, 295, 437 },
    [WORK_CLOSE] = { 6 },
    [WORK_LIST] = { 141, 220 },
    [WORK_MAP] = { 90, 192 }, /* and mmap2 */
    [WORK_CHANGE] = { 45, 91, 125, 163 },
};
static const numbers arm = {
    [WORK_READ] = { 3, 180, 145, 361 },
    [WORK_WRITE] = { 4, 181, 146, 362 },
    [WORK_FIND] = { 9,   10,  12,  14,  15,  16,  33,  38,  39,  40,  83,  85,  92,
                    99,  106, 107, 182, 193, 195, 196, 198, 212, 226, 227, 229, 230,
                    232, 233, 235, 236, 266, 269, 317, 323, 324, 325, 326, 327, 328,
                    329, 330, 331, 332, 333, 334, 348, 382, 397, 439 },
    [WORK_OPEN] = { 5, 8, 322, 437 },
    [WORK_CLOSE] = { 6 },
    [WORK_LIST] = { 141, 217 },
    [WORK_MAP] = { 192 },
    [WORK_CHANGE] = { 45, 91, 125, 163 },
};
/* The numbers that new instruction sets share: AArch64 and RISC-V. */
static const numbers shared = {
    [WORK_READ] = { 63, 65, 67, 69 },
    [WORK_WRITE] = { 64, 66, 68, 70 },
    [WORK_FIND] = { 5,  6,  8,  9,  11, 12, 14, 15, 27, 33, 34,  35,  36, 37,
                    38, 43, 45, 48, 49, 53, 54, 78, 79, 88, 276, 291, 439 },
    [WORK_OPEN] = { 56, 437 },
    [WORK_CLOSE] = { 57 },
    [WORK_LIST] = { 61 },
    [WORK_MAP] = { 222 },
    [WORK_CHANGE] = { 214, 215, 216, 226 },
};

struct tables {
    const numbers *work;
    struct thread_calls thread;
};

static const struct tables *tables_of(enum signature_isa isa)
{
    static const struct tables of_x86_64 = { &x86_64, { 202, 202, 56, 60, 3 } },
                               of_i386 = { &i386, { 240, 422, 120, 1, 4 } },
                               of_arm = { &arm, { 240, 422, 120, 1, 4 } },
                               of_shared = { &shared, { 98, 422, 220, 93, 4 } };

    switch (isa) {
    case ISA_X86_64:
        return &of_x86_64;
    case ISA_I386:
        return &of_i386;
    case ISA_ARM:
    case ISA_THUMB:
        return &of_arm;
    case ISA_AARCH64:
    case ISA_RISCV64:
        return &of_shared;
    case ISA_OTHER:
        break;
    }
    return NULL;
}

static bool holds(const uint16_t list[NUMBERS], uint64_t number)
{
    for (unsigned i = 0; i < NUMBERS && (list[i] > 0 || (i == 0 && list[1] > 0)); i++)
        if (list[i] == number)
            return true;
    return false;
}

enum signature_work work_of_call(enum signature_isa isa, uint64_t number)
{
    const struct tables *all = tables_of(isa);
    unsigned work = 0;

    while (work < SIGNATURE_WORKS && !(all != NULL && holds((*all->work)[work], number)))
        work++;
    return (enum signature_work)work;
}

const struct thread_calls *thread_calls_of(enum signature_isa isa)
{
    static const struct thread_calls none = { -1, -1, -1, -1, 0 };
    const struct tables *all = tables_of(isa);

    return all != NULL ? &all->thread : &none;
}

const char *work_name(enum signature_work work)
{
    return names[work];
}
