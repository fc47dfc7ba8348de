/* Writes a header with the checksum of each kernel's text, so that a kept log is known to be of the
 * same kernel: KERNEL_SPEC_NAME is the CRC-32 of all shared headers and of NAME.c, one after the
 * other.
 *
 * usage: write_specs OUTPUT HEADER... -- FILE... [-- MACRO FILE...]...
 *
 * MACRO becomes a text, the CRC-32 of all its files, one after the other. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The CRC-32 of IEEE 802.3, bit by bit, of what comes after CRC. */
static uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t n)
{
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static uint32_t crc_of_file(uint32_t crc, const char *path)
{
    unsigned char bytes[4096];
    FILE *in = fopen(path, "rb");
    size_t n;

    while (in && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        crc = crc_of(crc, bytes, n);
    if (!in || ferror(in)) {
        perror(path);
        exit(1);
    }
    fclose(in);
    return crc;
}

/* Letters of the file's name without folders and without ".c". */
static int name_length(const char *name)
{
    return (int)strcspn(name, ".");
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* Writes each macro with the sum of its files; I is at the first one. */
static void write_sums(FILE *out, char **argv, int i, int argc)
{
    while (i < argc) {
        const char *macro = argv[i++];
        uint32_t sum = 0;

        for (; i < argc && strcmp(argv[i], "--") != 0; i++)
            sum = crc_of_file(sum, argv[i]);
        fprintf(out, "#define %s \"%08X\"\n", macro, (unsigned)sum);
        i++;
    }
}

int main(int argc, char **argv)
{
    uint32_t headers = 0;
    int i = 2;
    FILE *out = argc > 2 ? fopen(argv[1], "w") : NULL;

    if (!out) {
        fprintf(stderr, "write_specs: cannot write %s\n", argc > 1 ? argv[1] : "without a name");
        return 1;
    }
    fprintf(out, "/* Checksums of the texts of kernels, written by the build. */\n");
    for (; i < argc && strcmp(argv[i], "--") != 0; i++)
        headers = crc_of_file(headers, argv[i]);
    for (i++; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *name = name_of(argv[i]);

        fprintf(out, "#define KERNEL_SPEC_%.*s 0x%08xu\n", name_length(name), name,
                (unsigned)crc_of_file(headers, argv[i]));
    }
    write_sums(out, argv, i + 1, argc);
    if (ferror(out) | fclose(out)) {
        perror(argv[1]);
        return 1;
    }
    return 0;
}
