/* Stands in for unpack.c where the build has no libarchive. */
#include "unpack.h"

struct log_unpack *log_unpack_new(const struct log_packing *packing, log_unpack_more *more,
                                  void *ctx)
{
    (void)packing;
    (void)more;
    (void)ctx;
    return NULL;
}

bool log_can_unpack(void)
{
    return false;
}

void log_unpack_free(struct log_unpack *u)
{
    (void)u;
}

ssize_t log_unpack_read(struct log_unpack *u, char *out, size_t size, const char **why)
{
    (void)u;
    (void)out;
    (void)size;
    *why = "this build unpacks gzip alone";
    return -1;
}
