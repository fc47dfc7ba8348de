/* Groups points around centres: floats, the nearest of sixteen. */
#include <stdio.h>
#include <stdlib.h>

enum { CENTRES = 16, DIMENSIONS = 3 };

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 6000;
    float(*p)[DIMENSIONS] = malloc(n * sizeof *p), centre[CENTRES][DIMENSIONS];
    unsigned x = 12345;

    for (unsigned i = 0; i < n; i++)
        for (unsigned d = 0; d < DIMENSIONS; d++) {
            x = x * 1664525 + 1013904223;
            p[i][d] = (float)(x >> 8) / (float)(1 << 24);
        }
    for (unsigned c = 0; c < CENTRES; c++)
        for (unsigned d = 0; d < DIMENSIONS; d++)
            centre[c][d] = p[c * 7][d];
    for (unsigned round = 0; round < 12; round++) {
        float sum[CENTRES][DIMENSIONS] = { { 0 } };
        unsigned count[CENTRES] = { 0 };
        for (unsigned i = 0; i < n; i++) {
            unsigned best = 0;
            float least = 1e9F;
            for (unsigned c = 0; c < CENTRES; c++) {
                float far = 0;
                for (unsigned d = 0; d < DIMENSIONS; d++)
                    far += (p[i][d] - centre[c][d]) * (p[i][d] - centre[c][d]);
                if (far < least) {
                    least = far;
                    best = c;
                }
            }
            count[best]++;
            for (unsigned d = 0; d < DIMENSIONS; d++)
                sum[best][d] += p[i][d];
        }
        for (unsigned c = 0; c < CENTRES; c++)
            for (unsigned d = 0; d < DIMENSIONS && count[c] > 0; d++)
                centre[c][d] = sum[c][d] / (float)count[c];
    }
    printf("%f\n", (double)centre[3][1]);
    return 0;
}
