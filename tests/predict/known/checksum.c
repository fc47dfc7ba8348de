/* CRC-32 by a table and by bits: one long chain through loads. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atol(argv[1]) : 1500000;
    uint32_t table[256], sum = ~0U, other = ~0U;
    uint8_t *data = malloc(n);

    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (unsigned k = 0; k < 8; k++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xEDB88320 : table[i] >> 1;
    }
    for (size_t i = 0; i < n; i++)
        data[i] = (uint8_t)(i * 37 ^ i >> 5);
    for (size_t i = 0; i < n; i++)
        sum = table[(sum ^ data[i]) & 255] ^ sum >> 8;
    for (size_t i = 0; i < n / 16; i++) {
        other ^= data[i];
        for (unsigned k = 0; k < 8; k++)
            other = other >> 1 ^ (0xEDB88320 & -(other & 1));
    }
    printf("%08x %08x\n", (unsigned)sum, (unsigned)other);
    return 0;
}
