/* The language of patterns and all checks of it: any bytes are a pattern or have faults. */
#define _GNU_SOURCE
#include "study.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char path[64];
    int fd = memfd_create("fuzz", 0);
    struct study s;

    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n)
        abort();
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (study_make(&s, path, NULL, 0) != 0)
        abort();
    study_free(&s);
    close(fd);
    return 0;
}
