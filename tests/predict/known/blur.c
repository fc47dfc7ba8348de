/* Blurs an image of bytes by rows and columns, then finds its edges. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500;
    unsigned char *a = malloc((size_t)n * n), *b = malloc((size_t)n * n);
    unsigned edges = 0;

    for (int i = 0; i < n * n; i++)
        a[i] = (unsigned char)(i * 2654435761u >> 24);
    for (int y = 0; y < n; y++)
        for (int x = 2; x < n - 2; x++) {
            unsigned char *p = a + y * n + x;
            b[y * n + x] = (unsigned char)((p[-2] + 4 * p[-1] + 6 * p[0] + 4 * p[1] + p[2]) / 16);
        }
    for (int x = 2; x < n - 2; x++)
        for (int y = 2; y < n - 2; y++) {
            unsigned char *p = b + y * n + x;
            a[y * n + x] =
                (unsigned char)((p[-2 * n] + 4 * p[-n] + 6 * p[0] + 4 * p[n] + p[2 * n]) / 16);
        }
    for (int y = 3; y < n - 3; y++)
        for (int x = 3; x < n - 3; x++) {
            unsigned char *p = a + y * n + x;
            int dx = p[1] - p[-1], dy = p[n] - p[-n];
            if (dx * dx + dy * dy > 90)
                edges++;
        }
    printf("%u\n", edges);
    return 0;
}
