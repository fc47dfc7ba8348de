/* Calls are told apart by their numbers, and by what they were called with: a call for the status
 * of an open file looks up no path, and a write makes a file longer or does not. */
#include "files.h"
#include "signature/system_calls.h"
#include <sys/stat.h>

/* An empty path: the call is for the file that is open as its first argument. */
#define AT_EMPTY 0x1000

enum { BLOCK_BYTES = 512 }; /* what a file's status counts in */

/* Of the call that runs on each thread: what it writes to, how many pages that had. */
static struct {
    int file; /* -1: it writes to no file */
    uint64_t pages;
} written[COLLECT_THREADS];

bool files_is_file(int number)
{
    struct stat about;

    return fstat(number, &about) == 0 && S_ISREG(about.st_mode);
}

/* Returns how many pages a file has, without those that were left out as it was written. */
static uint64_t pages_of(const struct collect *c, int file)
{
    struct stat about;
    uint64_t page = UINT64_C(1) << c->rules.page_shift;

    return fstat(file, &about) == 0 ? ((uint64_t)about.st_blocks * BLOCK_BYTES + page - 1) / page
                                    : 0;
}

/* newfstatat has its flags in the fourth place, statx in the third. */
static bool looks_up_nothing(enum signature_isa isa, int64_t number, const uint64_t arguments[4])
{
    bool statx = number == (isa == ISA_X86_64 ? 332
                            : isa == ISA_I386 ? 383
                            : isa == ISA_ARM  ? 397
                                              : 291);
    bool stat = number == (isa == ISA_X86_64 ? 262
                           : isa == ISA_I386 ? 300
                           : isa == ISA_ARM  ? 327
                                             : 79);

    return (statx && arguments[2] & AT_EMPTY) || (stat && arguments[3] & AT_EMPTY);
}

void files_call(struct collect *c, unsigned thread, int64_t number, const uint64_t arguments[4])
{
    enum signature_work work = work_of_call(c->isa, (uint64_t)number);
    int file = (int)arguments[0];

    written[thread].file = -1;
    if (work == WORK_WRITE && files_is_file(file)) {
        written[thread].file = file;
        written[thread].pages = pages_of(c, file);
    }
    if ((work == WORK_READ && files_is_file(file)) || work == WORK_CLOSE || work == WORK_MAP ||
        work == WORK_CHANGE || (work == WORK_FIND && !looks_up_nothing(c->isa, number, arguments)))
        collect_worked(c, work, 0);
}

static void count_written(struct collect *c, unsigned thread)
{
    uint64_t before = written[thread].pages;

    if (written[thread].file < 0)
        return;
    uint64_t now = pages_of(c, written[thread].file);
    collect_worked(c, now > before ? WORK_GROW : WORK_WRITE, now > before ? now - before : 0);
}

/* What could not be opened was looked up. */
void files_return(struct collect *c, unsigned thread, int64_t number, int64_t value)
{
    enum signature_work work = work_of_call(c->isa, (uint64_t)number);

    if (work == WORK_WRITE)
        count_written(c, thread);
    if (work == WORK_OPEN)
        collect_worked(c, value >= 0 ? WORK_OPEN : WORK_FIND, 0);
    if (work == WORK_LIST)
        collect_worked(c, WORK_LIST, value > 0 ? (uint64_t)value : 0);
}
