/* An image is split into coarse and fine parts by lifting, in whole numbers, and put together. */
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 512 };

static int image[SIDE][SIDE], line[SIDE];

static void forth(int *at, int step, int n)
{
    for (int i = 1; i < n; i += 2) {
        int right = i + 1 < n ? at[(i + 1) * step] : at[(i - 1) * step];

        at[i * step] -= (at[(i - 1) * step] + right) >> 1;
    }
    for (int i = 0; i < n; i += 2)
        at[i * step] += (at[(i > 0 ? i - 1 : 1) * step] + at[(i + 1) * step] + 2) >> 2;
    for (int i = 0; i < n; i++)
        line[i % 2 * (n / 2) + i / 2] = at[i * step];
    for (int i = 0; i < n; i++)
        at[i * step] = line[i];
}

static void back(int *at, int step, int n)
{
    for (int i = 0; i < n; i++)
        line[i] = at[(i % 2 * (n / 2) + i / 2) * step];
    for (int i = 0; i < n; i += 2)
        line[i] -= (line[i > 0 ? i - 1 : 1] + line[i + 1] + 2) >> 2;
    for (int i = 1; i < n; i += 2)
        line[i] += (line[i - 1] + (i + 1 < n ? line[i + 1] : line[i - 1])) >> 1;
    for (int i = 0; i < n; i++)
        at[i * step] = line[i];
}

static int pixel(int x, int y)
{
    return (x * y >> 6 & 127) + ((x * 3 + y * 5) & 31) + (x > y) * 60;
}

int main(int argc, char **argv)
{
    int least = argc > 1 ? atoi(argv[1]) : 16, small = 0, wrong = 0;

    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            image[y][x] = pixel(x, y);
    for (int n = SIDE; n > least; n /= 2) {
        for (int y = 0; y < n; y++)
            forth(image[y], 1, n);
        for (int x = 0; x < n; x++)
            forth(&image[0][x], SIDE, n);
    }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            small += abs(image[y][x]) < 4;
    for (int n = 2 * least; n <= SIDE; n *= 2) {
        for (int x = 0; x < n; x++)
            back(&image[0][x], SIDE, n);
        for (int y = 0; y < n; y++)
            back(image[y], 1, n);
    }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            wrong += image[y][x] != pixel(x, y);
    printf("%d %d\n", small, wrong);
    return 0;
}
