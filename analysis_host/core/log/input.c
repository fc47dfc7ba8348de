/* The bytes of a log, unpacked where they are packed. */
#include "input.h"
#include "unpack.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* zlib's own gzread() loses what it unpacked in the call that meets damage; a log must not. */

enum { WINDOW_BITS = 15, GZIP = 16, MAGIC_BYTES = 3 };
_Static_assert((int)LOG_UNPACK_MAGIC > (int)MAGIC_BYTES, "gzip is recognised by fewer bytes");

static void input_broke(struct log_input *in, const char *why)
{
    if (in->fate != 0)
        return;
    in->fate = LOG_INPUT_BROKEN;
    in->why = why;
}

/* Reads up to SIZE bytes to TO; their number, 0 at the end or where reading failed. */
static size_t read_some(struct log_input *in, void *to, size_t size)
{
    ssize_t n;

    if (in->at_end)
        return 0;
    do
        n = read(in->fd, to, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        input_broke(in, strerror(errno));
    in->at_end = n <= 0;
    if (n <= 0)
        return 0;
    in->crc = (uint32_t)crc32(in->crc, to, (uInt)n);
    in->bytes += (uint64_t)n;
    return (size_t)n;
}

/* Reads more after what is left in RAW. Returns false when nothing came. */
static bool refill(struct log_input *in)
{
    if (in->at_end)
        return false;
    memmove(in->raw, in->z.next_in, in->z.avail_in);
    in->z.next_in = in->raw;
    size_t n = read_some(in, in->raw + in->z.avail_in, sizeof in->raw - in->z.avail_in);
    in->z.avail_in += (uInt)n;
    return n > 0;
}

/* Brings libarchive what was read already, then more. */
static size_t more_packed(void *input, const void **bytes)
{
    struct log_input *in = input;

    if (in->z.avail_in == 0 && !refill(in))
        return 0;
    *bytes = in->z.next_in;
    size_t n = in->z.avail_in;
    in->z.next_in += n;
    in->z.avail_in = 0;
    return n;
}

static void begin_unpacking(struct log_input *in)
{
    if (!log_can_unpack()) {
        input_broke(in, "this build unpacks gzip alone");
        return;
    }
    in->unpack = log_unpack_new(in->packing, more_packed, in);
    if (in->unpack == NULL)
        in->fate = LOG_INPUT_NO_MEMORY;
}

/* Recognises what comes next, at the start and after each gzip member: gzip, another packing or
 * plain bytes. */
static void recognise(struct log_input *in)
{
    static const unsigned char magic[MAGIC_BYTES] = { 0x1f, 0x8b, 8 };

    while (in->z.avail_in < LOG_UNPACK_MAGIC && !in->at_end)
        (void)refill(in);
    in->packing = log_packing_of(in->z.next_in, in->z.avail_in);
    if (in->packing != NULL)
        begin_unpacking(in);
    else if (in->z.avail_in < MAGIC_BYTES || memcmp(in->z.next_in, magic, MAGIC_BYTES) != 0)
        in->plain = true;
    else if (inflateInit2(&in->z, WINDOW_BITS + GZIP) != Z_OK)
        in->fate = LOG_INPUT_NO_MEMORY;
    else
        in->inflating = true;
}

static void end_member(struct log_input *in)
{
    inflateEnd(&in->z);
    in->inflating = false;
}

/* Unpacks what can be unpacked without reading. */
static void inflate_some(struct log_input *in)
{
    int status = inflate(&in->z, Z_NO_FLUSH);

    if (status == Z_STREAM_END)
        end_member(in);
    else if (status == Z_MEM_ERROR)
        in->fate = LOG_INPUT_NO_MEMORY;
    else if (status != Z_OK && status != Z_BUF_ERROR)
        input_broke(in, "its gzip data is damaged");
    else if (in->z.avail_in == 0 && in->z.avail_out > 0 && !refill(in))
        input_broke(in, "its gzip data ends early");
}

/* Unpacks by libarchive. Returns false at the end. */
static bool unpack_some(struct log_input *in)
{
    const char *why = "";
    ssize_t n = log_unpack_read(in->unpack, (char *)in->z.next_out, in->z.avail_out, &why);

    if (n < 0)
        input_broke(in, why);
    if (n > 0) {
        in->z.next_out += n;
        in->z.avail_out -= (uInt)n;
    }
    return n > 0;
}

/* Copies what stands in RAW already. */
static void copy_some(struct log_input *in)
{
    uInt n = in->z.avail_in < in->z.avail_out ? in->z.avail_in : in->z.avail_out;

    memcpy(in->z.next_out, in->z.next_in, n);
    in->z.next_in += n;
    in->z.avail_in -= n;
    in->z.next_out += n;
    in->z.avail_out -= n;
}

/* Reads past RAW, where nothing is to be unpacked. Returns false when nothing came. */
static bool read_plain(struct log_input *in)
{
    size_t n = read_some(in, in->z.next_out, in->z.avail_out);

    in->z.next_out += n;
    in->z.avail_out -= (uInt)n;
    return n > 0;
}

ssize_t log_input_read(struct log_input *in, char *out, size_t size)
{
    if (in->z.next_in == NULL)
        in->z.next_in = in->raw;
    in->z.next_out = (Bytef *)out;
    in->z.avail_out = (uInt)size;
    while (in->z.avail_out == size && (in->fate == 0 || (in->plain && in->z.avail_in > 0))) {
        if (in->inflating)
            inflate_some(in);
        else if (in->unpack != NULL && !unpack_some(in))
            break;
        else if (in->unpack != NULL)
            continue;
        else if (in->plain && in->z.avail_in > 0)
            copy_some(in);
        else if (in->plain ? !read_plain(in) : in->z.avail_in == 0 && !refill(in))
            break;
        else if (!in->plain)
            recognise(in);
    }
    return in->z.avail_out < size ? (ssize_t)(size - in->z.avail_out) : in->fate;
}

void log_input_close(struct log_input *in)
{
    if (in->inflating)
        end_member(in);
    log_unpack_free(in->unpack);
}

/* ---- how it is packed ---- */

static const struct log_packing packings[] = {
    { "xz", "xz -dc", 6, { 0xfd, '7', 'z', 'X', 'Z', 0 }, false },
    { "zstd", "zstd -dc", 4, { 0x28, 0xb5, 0x2f, 0xfd }, false },
    { "bzip2", "bzip2 -dc", 3, { 'B', 'Z', 'h' }, false },
    { "lz4", "lz4 -dc", 4, { 0x04, 0x22, 0x4d, 0x18 }, false },
    { "lzma", "xz --format=lzma -dc", 5, { 0x5d, 0, 0, 0x80, 0 }, false },
    { "compress", "gzip -dc", 2, { 0x1f, 0x9d }, false },
    { "zip", "unzip -p", 4, { 'P', 'K', 3, 4 }, true },
    { "7z", "7z e -so", 6, { '7', 'z', 0xbc, 0xaf, 0x27, 0x1c }, true },
};

const struct log_packing *log_packing_of(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++)
        if (n >= packings[i].n_magic && memcmp(bytes, packings[i].magic, packings[i].n_magic) == 0)
            return &packings[i];
    return NULL;
}
