/* Bodies that attract each other: square roots and divisions of reals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
    double at[3], speed[3], mass;
};

int main(int argc, char **argv)
{
    unsigned steps = argc > 1 ? (unsigned)atoi(argv[1]) : 6000;
    static struct body b[8];

    for (unsigned i = 0; i < 8; i++)
        b[i] = (struct body){ { i, 2.0 * (i % 3), 0.5 * (i % 5) }, { 0.01 * i, 0, 0 }, 1 + i % 2 };
    for (unsigned s = 0; s < steps; s++) {
        for (unsigned i = 0; i < 8; i++)
            for (unsigned j = i + 1; j < 8; j++) {
                double d[3], square = 0.01;
                for (unsigned k = 0; k < 3; k++) {
                    d[k] = b[i].at[k] - b[j].at[k];
                    square += d[k] * d[k];
                }
                double pull = 0.001 / (square * sqrt(square));
                for (unsigned k = 0; k < 3; k++) {
                    b[i].speed[k] -= d[k] * b[j].mass * pull;
                    b[j].speed[k] += d[k] * b[i].mass * pull;
                }
            }
        for (unsigned i = 0; i < 8; i++)
            for (unsigned k = 0; k < 3; k++)
                b[i].at[k] += 0.001 * b[i].speed[k];
    }
    printf("%.9f\n", b[0].at[0]);
    return 0;
}
