/* Recognises how a log is packed, by the first bytes of the packing's format. */
#include "unpack.h"
#include <string.h>

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
