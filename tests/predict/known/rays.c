/* An image of spheres over a plane: a ray for each point, with shadows and two reflections. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct vector {
    double x, y, z;
};

struct ball {
    struct vector at;
    double radius, shine;
};

enum { BALLS = 9 };

static struct ball balls[BALLS];

static double dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector along(struct vector a, double t, struct vector b)
{
    return (struct vector){ a.x + t * b.x, a.y + t * b.y, a.z + t * b.z };
}

static struct vector unit(struct vector a)
{
    double s = 1 / sqrt(dot(a, a));

    return (struct vector){ a.x * s, a.y * s, a.z * s };
}

static int first_ball(struct vector from, struct vector way, double *t)
{
    int hit = -1;

    for (int i = 0; i < BALLS; i++) {
        struct vector d = along(balls[i].at, -1, from);
        double b = dot(d, way), c = dot(d, d) - balls[i].radius * balls[i].radius;
        double e = b * b - c;

        if (e < 0)
            continue;
        e = b - sqrt(e);
        if (e > 1e-4 && e < *t)
            *t = e, hit = i;
    }
    return hit;
}

static double light(struct vector from, struct vector way, int deep)
{
    static const struct vector sun = { 0.48, 0.6, -0.64 };
    double t = 1e9, share = 0.15, floor_at = way.y < -1e-6 ? (-1 - from.y) / way.y : 1e9;
    int hit = first_ball(from, way, &t);

    if (hit < 0 && floor_at > 1e8)
        return 0.3 + 0.5 * way.y;
    struct vector at = along(from, hit < 0 ? floor_at : t, way);
    struct vector up = hit < 0 ? (struct vector){ 0, 1, 0 } : unit(along(at, -1, balls[hit].at));
    double colour = hit >= 0 ? 0.8 : ((int)floor(at.x) + (int)floor(at.z)) % 2 != 0 ? 0.9 : 0.2;
    double far = 1e9;

    if (dot(up, sun) > 0 && first_ball(at, sun, &far) < 0)
        share += 0.85 * dot(up, sun);
    colour *= share;
    if (hit >= 0 && deep > 0)
        colour += balls[hit].shine * light(at, along(way, -2 * dot(way, up), up), deep - 1);
    return colour;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 220;
    double sum = 0;

    for (int i = 0; i < BALLS; i++)
        balls[i] = (struct ball){ { 1.2 * (i % 3) - 1.2, 0.7 * (i / 3) - 0.5, 4 + 0.8 * (i % 4) },
                                  0.45,
                                  0.1 * (1 + i % 5) };
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            sum += light((struct vector){ 0, 0.4, -1 },
                         unit((struct vector){ 1.6 * x / side - 0.8, 0.8 - 1.6 * y / side, 1 }), 2);
    printf("%.6f\n", sum / (side * side));
    return 0;
}
