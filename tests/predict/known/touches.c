/* Small programs touch many pages: tables that are made and hardly used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    size_t tables = argc > 1 ? (size_t)atoi(argv[1]) : 60, bytes = 65536;
    unsigned long sum = 0;

    for (size_t t = 0; t < tables; t++) {
        unsigned char *table = malloc(bytes);
        if (table == NULL)
            return 1;
        memset(table, (int)t, bytes);
        for (size_t i = 0; i < bytes; i += 997)
            sum += table[i];
    }
    printf("%lu\n", sum);
    return 0;
}
