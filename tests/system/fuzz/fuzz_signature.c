/* Hands rows of sections to the reader of signatures: they are compressed and summed as they should
 * be, so that what is in them is read. Two bytes before each section give its share of the rest of
 * the input, and a number that is added to the rows that these bytes can hold. */
#include "signature/file.h"
#include "signature/section.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static const char head[] =
    "{\"schema\":\"pontoon.signature/4\",\"isa\":\"x86_64\",\"program\":\"p\",\"build_id\":\"\","
    "\"emulator\":\"\",\"arguments\":\"\",\"instructions\":100,\"bursts\":1,\"burst\":50,\"every\":"
    "100,"
    "\"pages\":1,\"lines\":1,\"code_lines\":1,\"code_pages\":1,\"clock_reads\":0,\"threads\":1,"
    "\"line_bytes\":64,\"page_bytes\":4096,\"kernels_crc\":0,\"ended\":0,\"exec\":0,\"forks\":0}\n";

static void put_word(FILE *to, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        fputc((int)(word >> 8 * i & 255), to);
}

/* A section whose sum is right. */
static void put_section(FILE *to, const char *tag, const uint8_t *bytes, size_t n)
{
    fwrite(tag, 1, 4, to);
    put_word(to, (uint32_t)n);
    fwrite(bytes, 1, n, to);
    put_word(to, (uint32_t)crc32(crc32(0, (const uint8_t *)tag, 4), bytes, (uInt)n));
}

/* The rows that the N bytes can hold, and MORE of them. */
static void put_rows(FILE *to, const struct section *section, int more, const uint8_t *bytes,
                     size_t n)
{
    enum { HEAD = 8 };
    uLongf room = compressBound(n);
    uint8_t *packed = malloc(room + HEAD);
    int rows = (int)(n / section_number_bytes(section)) + more;

    if (!packed || compress2(packed + HEAD, &room, bytes, n, 1) != Z_OK)
        abort();
    for (unsigned i = 0; i < 4; i++) {
        packed[i] = (uint8_t)((uint32_t)(rows < 0 ? 0 : rows) >> 8 * i);
        packed[4 + i] = (uint8_t)(n >> 8 * i);
    }
    put_section(to, section->tag, packed, room + HEAD);
    free(packed);
}

static void put_file(FILE *to, const uint8_t *bytes, size_t n)
{
    uLong sum = crc32(0, (const uint8_t *)head, sizeof head - 1);
    uint8_t last[4];

    fputs(head, to);
    for (size_t i = 0; i < SIGNATURE_SECTIONS; i++) {
        size_t part = n > 1 ? bytes[0] * (n - 2) / 256 : 0;
        int more = n > 1 ? (int8_t)bytes[1] : 0;

        bytes += n > 1 ? 2 : 0;
        n -= n > 1 ? 2 : 0;
        put_rows(to, &signature_sections[i], more, bytes, part);
        bytes += part;
        n -= part;
    }
    for (unsigned i = 0; i < 4; i++)
        last[i] = (uint8_t)(sum >> 8 * i);
    put_section(to, SIGNATURE_LAST, last, 4);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = NULL, message[200];
    size_t size = 0;
    struct signature s;
    FILE *file = open_memstream(&text, &size);

    put_file(file, bytes, n);
    fclose(file);
    file = fmemopen(text, size, "r");
    if (!file)
        abort();
    if (signature_read_next(&s, file, message, sizeof message) <= SIGNATURE_PARTS)
        signature_free(&s);
    fclose(file);
    free(text);
    return 0;
}
