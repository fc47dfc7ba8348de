/* Samples and timings of a long run in a file without a name, mapped: memory holds what is read at
 * the time. */
#define _GNU_SOURCE
#include "spool.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STEP = 1 << 22 }; /* bytes by which the file grows, and after which memory is given back */

/* Addresses set aside: far more than any log, so that nothing ever has to move. */
#define MOST_BYTES ((size_t)1 << (sizeof(size_t) > 4 ? 40 : 30))

struct log_spool {
    int fd;
    char *at;    /* MOST_BYTES of addresses */
    size_t n;    /* bytes in use */
    size_t room; /* bytes of the file */
};

static int open_in(const char *folder)
{
    char path[4096];

    if (folder == NULL || *folder == '\0')
        return -1;
    int fd = open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
    if (fd >= 0 || snprintf(path, sizeof path, "%s/analyze.XXXXXX", folder) >= (int)sizeof path)
        return fd;
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        (void)unlink(path);
    return fd;
}

static int open_any(void)
{
    const char *const folders[] = { getenv("TMPDIR"), "/var/tmp", "/tmp" };
    int fd = -1;

    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && fd < 0; i++)
        fd = open_in(folders[i]);
    return fd;
}

struct log_spool *log_spool_new(void)
{
    struct log_spool *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    s->fd = open_any();
    s->at = s->fd < 0 ? MAP_FAILED
                      : mmap(NULL, MOST_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
    if (s->at != MAP_FAILED)
        return s;
    if (s->fd >= 0)
        (void)close(s->fd);
    free(s);
    return NULL;
}

void log_spool_free(struct log_spool *s)
{
    if (s == NULL)
        return;
    (void)munmap(s->at, MOST_BYTES);
    (void)close(s->fd);
    free(s);
}

/* The file has room on the disk before anything is written to its memory. */
static bool grow(struct log_spool *s, size_t bytes)
{
    if (bytes <= s->room)
        return true;
    size_t room = (bytes + STEP - 1) / STEP * STEP;
    if (room > MOST_BYTES || posix_fallocate(s->fd, (off_t)s->room, (off_t)(room - s->room)) != 0)
        return false;
    if (s->n > 0)
        (void)madvise(s->at, s->n / STEP * STEP, MADV_DONTNEED);
    s->room = room;
    return true;
}

void *log_spool_add(struct log_spool *s, const void *from, size_t bytes)
{
    if (bytes > MOST_BYTES - s->n || !grow(s, s->n + bytes))
        return NULL;
    void *to = s->at + s->n;
    memcpy(to, from, bytes);
    s->n += bytes;
    return to;
}

void log_spool_release(const void *first, size_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = ((uintptr_t)first + page - 1) & ~(page - 1);
    uintptr_t to = ((uintptr_t)first + bytes) & ~(page - 1);

    /* The mapping is shared: its pages stay in the file. */
    if (to > from)
        (void)madvise((void *)from, to - from, MADV_DONTNEED);
}
