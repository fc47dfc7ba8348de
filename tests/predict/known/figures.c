/* Numbers are written as text and read again: integers, reals and words of a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3500;
    double sum = 0;
    long whole = 0;
    char line[160];

    for (int i = 1; i <= n; i++) {
        char *at, *end;

        snprintf(line, sizeof line, "%d;%.3f;%08x;item-%d;%s", i * 37, 1000.0 / i, i * 2654435761u,
                 i % 97, i % 3 == 0 ? "yes" : "no");
        at = strtok(line, ";");
        whole += strtol(at, &end, 10);
        at = strtok(NULL, ";");
        sum += strtod(at, &end);
        at = strtok(NULL, ";");
        whole += (long)(strtoul(at, &end, 16) >> 20);
        at = strtok(NULL, ";");
        whole += strchr(at, '-') - at;
        at = strtok(NULL, ";");
        whole += strcmp(at, "yes") == 0;
    }
    printf("%ld %.4f\n", whole, sum);
    return 0;
}
