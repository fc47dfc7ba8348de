/* Looks for figures in an image: gradients, histograms of their directions in cells, normalised
 * blocks, and the product of each window's blocks with a few filters. The product is a matrix
 * multiply. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 8, BINS = 9, WIDE = 8, HIGH = 16, FILTERS = 24, LENGTH = WIDE * HIGH * BINS };

static unsigned char *make_image(int wide, int high)
{
    unsigned char *image = malloc((size_t)wide * high);
    unsigned x = 1;

    for (int i = 0; i < wide * high; i++) {
        x = x * 1103515245 + 12345;
        image[i] = (unsigned char)(128 + 90 * ((i % wide / 24 + i / wide / 40) % 2) - (x >> 26));
    }
    return image;
}

/* Adds each pixel's gradient to the bin of its direction, by slopes in place of angles. */
static void fill_cells(const unsigned char *image, int wide, int high, float *cell)
{
    for (int y = 1; y < high - 1; y++)
        for (int x = 1; x < wide - 1; x++) {
            const unsigned char *p = image + y * wide + x;
            int dx = p[1] - p[-1], dy = p[wide] - p[-wide], bin = 0;
            int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
            bin = ay * 4 < ax ? 0 : ay < ax ? 1 : ax * 4 < ay ? 4 : ax < ay ? 3 : 2;
            bin = (dx ^ dy) < 0 ? (BINS - bin) % BINS : bin;
            cell[((y / CELL) * (wide / CELL) + x / CELL) * BINS + bin] +=
                sqrtf((float)(dx * dx + dy * dy));
        }
}

static void normalise(float *cell, int cells)
{
    for (int i = 0; i < cells; i++) {
        float sum = 1;
        for (int b = 0; b < BINS; b++)
            sum += cell[i * BINS + b] * cell[i * BINS + b];
        sum = 1 / sqrtf(sum);
        for (int b = 0; b < BINS; b++)
            cell[i * BINS + b] *= sum;
    }
}

/* The cells of the window at X, Y in a row. */
static void take_window(float *to, const float *cell, int x, int y, int across)
{
    for (int r = 0; r < HIGH; r++)
        for (int i = 0; i < WIDE * BINS; i++)
            *to++ = cell[((y + r) * across + x) * BINS + i];
}

/* C = A * B: N windows by the filters. */
static void multiply(float *c, const float *a, const float *b, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < LENGTH; k++)
            for (int j = 0; j < FILTERS; j++)
                c[i * FILTERS + j] += a[i * LENGTH + k] * b[k * FILTERS + j];
    }
}

int main(int argc, char **argv)
{
    int wide = argc > 1 ? atoi(argv[1]) : 384, high = wide * 3 / 4;
    int across = wide / CELL, down = high / CELL, found = 0;
    unsigned char *image = make_image(wide, high);
    float *cell = calloc((size_t)(across + 1) * (down + 1) * BINS, sizeof *cell);
    int n = across - WIDE + 1;
    float *window = malloc((size_t)n * LENGTH * sizeof *window);
    float *filter = malloc(LENGTH * FILTERS * sizeof *filter);
    float *score = malloc((size_t)n * FILTERS * sizeof *score);

    for (int i = 0; i < LENGTH * FILTERS; i++)
        filter[i] = (float)((i * 7919) % 17 - 8) / 16;
    fill_cells(image, wide, high, cell);
    normalise(cell, across * down);
    for (int y = 0; y + HIGH <= down; y++) {
        for (int x = 0; x < n; x++)
            take_window(window + x * LENGTH, cell, x, y, across);
        memset(score, 0, (size_t)n * FILTERS * sizeof *score);
        multiply(score, window, filter, n);
        for (int i = 0; i < n * FILTERS; i++)
            found += score[i] > 1;
    }
    printf("%d\n", found);
    return 0;
}
