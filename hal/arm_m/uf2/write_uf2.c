/* Writes an image of flash memory as UF2, which a chip's boot ROM takes as a file on a drive: a
 * program of the build.
 *
 *     write_uf2 IMAGE.bin OUT.uf2 ADDRESS FAMILY
 *
 * ADDRESS: where the image lies; FAMILY: the chip's number, both hexadecimal. Sources: the USB
 * Flashing Format (UF2) specification; RP2040 Datasheet, section 2.8.1.3.1: its ROM runs the first
 * 256 bytes only where their last four are the CRC of the others, so that an image without it is
 * refused here. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, PAYLOAD = 256, DATA_AT = 32, MAGIC_END_AT = 508, STAGE = 256, CRC_AT = 252 };
enum { HAS_FAMILY = 0x2000 };
#define MAGIC_0   0x0a324655u
#define MAGIC_1   0x9e5d5157u
#define MAGIC_END 0x0ab16f30u
#define RP2040    0xe48bff56u

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "write_uf2: %s: %s\n", what, why);
    return 1;
}

static void put(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t word(const uint8_t *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* CRC-32 as the ROM makes it: 0x04c11db7, highest bit first, begun with ones, not inverted. */
static uint32_t crc(const uint8_t *at, size_t n)
{
    uint32_t c = UINT32_MAX;

    for (size_t i = 0; i < n; i++) {
        c ^= (uint32_t)at[i] << 24;
        for (unsigned bit = 0; bit < 8; bit++)
            c = c << 1 ^ ((c >> 31) != 0 ? 0x04c11db7u : 0);
    }
    return c;
}

/* Returns true where the ROM would run IMAGE's first bytes; else says what it wants. */
static int boots(const char *name, const uint8_t *image, size_t n)
{
    uint8_t stage[STAGE] = { 0 };
    char why[80];

    memcpy(stage, image, n < STAGE ? n : STAGE);
    uint32_t is = word(stage + CRC_AT), wanted = crc(stage, CRC_AT);

    if (is == wanted)
        return 1;
    snprintf(why, sizeof why, "the first 256 bytes end with 0x%08x, not with their CRC 0x%08x",
             (unsigned)is, (unsigned)wanted);
    (void)fail(name, why);
    return 0;
}

static void write_blocks(FILE *out, const uint8_t *image, size_t n, uint32_t address,
                         uint32_t family)
{
    uint32_t blocks = (uint32_t)((n + PAYLOAD - 1) / PAYLOAD);

    for (uint32_t i = 0; i < blocks; i++) {
        const uint32_t head[] = { MAGIC_0, MAGIC_1, HAS_FAMILY, address + i * PAYLOAD,
                                  PAYLOAD, i,       blocks,     family };
        uint8_t block[BLOCK] = { 0 };
        size_t left = n - (size_t)i * PAYLOAD;

        for (unsigned w = 0; w < sizeof head / sizeof head[0]; w++)
            put(block + 4 * w, head[w]);
        memcpy(block + DATA_AT, image + (size_t)i * PAYLOAD, left < PAYLOAD ? left : PAYLOAD);
        put(block + MAGIC_END_AT, MAGIC_END);
        (void)fwrite(block, sizeof block, 1, out);
    }
}

/* The bytes of the file NAME, up to 16 MiB, to be freed, and in *N how many; NULL: it cannot be
 * read. */
static uint8_t *read_image(const char *name, size_t *n)
{
    enum { MOST = 16 << 20 };
    FILE *in = fopen(name, "rb");
    uint8_t *image = in ? malloc(MOST) : NULL;

    *n = image ? fread(image, 1, MOST, in) : 0;
    if (in)
        (void)fclose(in);
    return image;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return fail("usage", "write_uf2 IMAGE.bin OUT.uf2 ADDRESS FAMILY");
    uint32_t address = (uint32_t)strtoul(argv[3], NULL, 16),
             family = (uint32_t)strtoul(argv[4], NULL, 16);
    size_t n;
    uint8_t *image = read_image(argv[1], &n);

    if (n == 0) {
        free(image);
        return fail(argv[1], "cannot be read, or is empty");
    }
    FILE *out = NULL;
    int wrong = family == RP2040 && !boots(argv[1], image, n);

    if (!wrong && (out = fopen(argv[2], "wb")) == NULL)
        wrong = fail(argv[2], strerror(errno));
    if (out) {
        write_blocks(out, image, n, address, family);
        int lost = ferror(out);

        if (fclose(out) != 0 || lost)
            wrong = fail(argv[2], "could not be written");
    }
    free(image);
    return wrong;
}
