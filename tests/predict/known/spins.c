/* Spins on a torus that turn by chance, cold after hot: energy and order. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 96 };

static signed char spin[SIDE][SIDE];
static uint64_t state = 17;

static uint32_t draw(void)
{
    uint64_t old = state;

    state = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t x = (uint32_t)((old >> 18 ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return x >> turn | x << (-turn & 31);
}

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 60;
    long energy = 0, order = 0;

    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            spin[y][x] = draw() & 1 ? 1 : -1;
    for (int s = 0; s < sweeps; s++) {
        double cold = s < sweeps / 2 ? 0.3 : 0.5;
        uint32_t chance[5];

        for (int i = 0; i < 5; i++)
            chance[i] = (uint32_t)(fmin(1, exp(-cold * 2 * (2 * i - 4))) * 4294967295.0);
        for (int i = 0; i < SIDE * SIDE; i++) {
            uint32_t where = draw();
            int y = (int)((where >> 16) * SIDE >> 16), x = (int)((where & 65535) * SIDE >> 16);
            int near = spin[(y + 1) % SIDE][x] + spin[(y + SIDE - 1) % SIDE][x] +
                       spin[y][(x + 1) % SIDE] + spin[y][(x + SIDE - 1) % SIDE];

            if (draw() <= chance[(spin[y][x] * near + 4) / 2])
                spin[y][x] = (signed char)-spin[y][x];
        }
    }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            energy -= spin[y][x] * (spin[(y + 1) % SIDE][x] + spin[y][(x + 1) % SIDE]);
            order += spin[y][x];
        }
    printf("%ld %ld\n", energy, order);
    return 0;
}
