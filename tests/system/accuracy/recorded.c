/* Logs of boards that ran before, named after what they come from. */
#include "recorded.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 1024 };

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Returns false when FILE cannot be read. */
static bool hash_file(uint64_t *hash, const char *file)
{
    char bytes[65536];
    size_t n;
    FILE *in = fopen(file, "rb");

    while (in && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        *hash = hash_bytes(*hash, bytes, n);
    bool good = in && !ferror(in);
    if (in)
        fclose(in);
    return good;
}

static bool set_name(const struct boards *boards, const struct board *board, char name[NAME_BYTES])
{
    uint64_t hash =
        hash_bytes(UINT64_C(0xcbf29ce484222325), boards->options, strlen(boards->options) + 1);

    if (!boards->recorded || !hash_file(&hash, board->machine_file) ||
        !hash_file(&hash, boards->program))
        return false;
    int n =
        snprintf(name, NAME_BYTES, "%s/%016llx.log", boards->recorded, (unsigned long long)hash);
    return n > 0 && n < NAME_BYTES;
}

/* Returns 0; or -1 with errno set, and then TO is not there. */
static int copy(const char *from, const char *to)
{
    char bytes[65536];
    size_t n;
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;

    while (out && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        if (fwrite(bytes, 1, n, out) != n)
            break;
    bool good = out && !ferror(in) && !ferror(out);
    if (in)
        fclose(in);
    if (out && fclose(out) != 0)
        good = false;
    if (out && !good)
        unlink(to);
    return good ? 0 : -1;
}

bool recorded_take(const struct boards *boards, const struct board *board)
{
    char name[NAME_BYTES];

    return set_name(boards, board, name) && copy(name, board->log_file) == 0;
}

void recorded_leave(const struct boards *boards, const struct board *board)
{
    char name[NAME_BYTES], part[NAME_BYTES + 32];

    if (!set_name(boards, board, name))
        return;
    /* Other processes may look for it meanwhile: it is there whole or not at all. */
    snprintf(part, sizeof part, "%s.%ld", name, (long)getpid());
    bool there = mkdir(boards->recorded, 0777) == 0 || errno == EEXIST;
    if (!there || copy(board->log_file, part) != 0 || rename(part, name) != 0)
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
}
