/* Unpacks logs by libarchive. */
#include "unpack.h"
#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

struct log_unpack {
    struct archive *archive;
    log_unpack_more *more;
    void *ctx;
    bool in_file, at_end;
    const char *block; /* bytes that were unpacked and not yet given out; libarchive owns them */
    size_t n_block;
};

static la_ssize_t read_packed(struct archive *archive, void *ctx, const void **bytes)
{
    struct log_unpack *u = ctx;

    (void)archive;
    return (la_ssize_t)u->more(u->ctx, bytes);
}

/* A stream without names is one file for libarchive's format "raw". */
static bool choose_format(struct archive *a, bool holds_files)
{
    if (!holds_files)
        return archive_read_support_filter_all(a) >= ARCHIVE_WARN &&
               archive_read_support_format_raw(a) == ARCHIVE_OK;
    return archive_read_support_format_zip_streamable(a) == ARCHIVE_OK &&
           archive_read_support_format_7zip(a) == ARCHIVE_OK;
}

struct log_unpack *log_unpack_new(const struct log_packing *packing, log_unpack_more *more,
                                  void *ctx)
{
    struct log_unpack *u = calloc(1, sizeof *u);

    if (u == NULL)
        return NULL;
    *u = (struct log_unpack){ .archive = archive_read_new(), .more = more, .ctx = ctx };
    if (u->archive != NULL && choose_format(u->archive, packing->holds_files))
        return u;
    log_unpack_free(u);
    return NULL;
}

bool log_can_unpack(void)
{
    return true;
}

void log_unpack_free(struct log_unpack *u)
{
    if (u == NULL)
        return;
    archive_read_free(u->archive);
    free(u);
}

/* A folder, or what macOS adds beside each file. */
static bool is_no_log(struct archive_entry *entry)
{
    const char *name = archive_entry_pathname(entry);
    const char *last = name != NULL ? strrchr(name, '/') : NULL;

    last = last != NULL ? last + 1 : name;
    return archive_entry_filetype(entry) == AE_IFDIR ||
           (last != NULL && (*last == '\0' || strncmp(last, "._", 2) == 0));
}

/* Goes on to the next file. Returns 1 where there is one, 0 at the end, -1 where the data broke. */
static int next_file(struct log_unpack *u)
{
    struct archive_entry *entry;
    int got;

    do
        got = archive_read_next_header(u->archive, &entry);
    while (got >= ARCHIVE_WARN && got != ARCHIVE_EOF && is_no_log(entry));
    return got == ARCHIVE_EOF ? 0 : got >= ARCHIVE_WARN ? 1 : -1;
}

/* Gets the next block. Returns as next_file() does. */
static int next_block(struct log_unpack *u, const char **why)
{
    const void *block;
    la_int64_t offset;
    int file = 1;

    if (!u->in_file) {
        file = next_file(u);
        u->in_file = file == 1;
        *why = "its packed data is damaged or ends early";
        return file;
    }
    int got = archive_read_data_block(u->archive, &block, &u->n_block, &offset);
    if (got == ARCHIVE_EOF) {
        u->n_block = 0;
        file = next_file(u);
        *why = file == 1 ? "the archive holds more than one file: unpack it and name one"
                         : "its packed data is damaged or ends early";
        return file == 1 ? -1 : file;
    }
    u->block = block;
    *why = "its packed data is damaged or ends early";
    return got >= ARCHIVE_WARN ? 1 : -1;
}

static int open_archive(struct log_unpack *u, const char **why)
{
    *why = "its packed data is damaged or ends early";
    return archive_read_open(u->archive, u, NULL, read_packed, NULL) >= ARCHIVE_WARN ? 1 : -1;
}

ssize_t log_unpack_read(struct log_unpack *u, char *out, size_t size, const char **why)
{
    int got = u->in_file || u->at_end ? 1 : open_archive(u, why);

    while (got == 1 && u->n_block == 0 && !u->at_end) {
        got = next_block(u, why);
        u->at_end = got != 1;
    }
    if (got != 1 || u->at_end)
        return got < 0 ? -1 : 0;
    size_t n = u->n_block < size ? u->n_block : size;
    memcpy(out, u->block, n);
    u->block += n;
    u->n_block -= n;
    return (ssize_t)n;
}
