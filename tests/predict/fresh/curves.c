/* Closed B-splines are flattened, filled by rows with soft edges, and laid over each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, POINTS = 12, PIECES = 24, EDGES = POINTS * PIECES };

struct point {
    double x, y;
};

static float cover[SIDE][SIDE + 1];
static unsigned char image[SIDE][SIDE];

static struct point blend(const struct point *p, double t)
{
    double s = 1 - t, a = s * s * s / 6, d = t * t * t / 6;
    double b = (3 * t * t * t - 6 * t * t + 4) / 6, c = 1 - a - b - d;

    return (struct point){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                           a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

/* Adds the area to the right of a piece of an edge that lies in row Y. */
static void add_in_row(int y, struct point a, struct point b)
{
    double height = b.y - a.y, left = fmin(a.x, b.x), right = fmax(a.x, b.x);
    int first = (int)floor(left), last = (int)floor(right);

    if (first < 0 || last >= SIDE || y < 0 || y >= SIDE)
        return;
    if (first == last) {
        double share = (left + right) / 2 - first;

        cover[y][first] += (float)(height * (1 - share));
        cover[y][first + 1] += (float)(height * share);
        return;
    }
    for (int x = first; x <= last; x++) {
        double from = fmax(left, x), to = fmin(right, x + 1);
        double part = height * (to - from) / (right - left), share = (from + to) / 2 - x;

        cover[y][x] += (float)(part * (1 - share));
        cover[y][x + 1] += (float)(part * share);
    }
}

static void add_edge(struct point a, struct point b)
{
    double slope = (b.x - a.x) / (b.y - a.y), down = b.y > a.y ? 1 : -1;

    while (a.y != b.y) {
        double border = down > 0 ? floor(a.y) + 1 : ceil(a.y) - 1;
        double y = down > 0 ? fmin(border, b.y) : fmax(border, b.y);
        struct point next = { y == b.y ? b.x : a.x + slope * (y - a.y), y };

        add_in_row((int)floor(fmin(a.y, y)), a, next);
        a = next;
    }
}

static void draw_shape(const struct point *corners)
{
    struct point around[POINTS + 3], path[EDGES];

    for (int i = 0; i < POINTS + 3; i++)
        around[i] = corners[i % POINTS];
    for (int i = 0; i < EDGES; i++)
        path[i] = blend(around + i / PIECES, (double)(i % PIECES) / PIECES);
    for (int i = 0; i < EDGES; i++)
        add_edge(path[i], path[(i + 1) % EDGES]);
}

static void lay_over(int shade)
{
    for (int y = 0; y < SIDE; y++) {
        float sum = 0;

        for (int x = 0; x < SIDE; x++) {
            float part;

            sum += cover[y][x];
            part = fminf(fabsf(sum), 1);
            image[y][x] = (unsigned char)((float)image[y][x] * (1 - part) + (float)shade * part);
        }
    }
    memset(cover, 0, sizeof cover);
}

int main(int argc, char **argv)
{
    int shapes = argc > 1 ? atoi(argv[1]) : 20;
    unsigned long sum = 0;

    for (int k = 0; k < shapes; k++) {
        struct point corners[POINTS];

        for (int i = 0; i < POINTS; i++) {
            double angle = 6.283185307179586 * i / POINTS, far = 40 + 25 * cos(3 * angle + k);

            corners[i].x = 128 + 40 * sin(k) + far * cos(angle);
            corners[i].y = 128 + 40 * cos(1.7 * k) + far * sin(angle);
        }
        draw_shape(corners);
        lay_over(40 + 11 * k % 200);
    }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            sum += image[y][x];
    printf("%lu\n", sum);
    return 0;
}
