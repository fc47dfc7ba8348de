/* Tones with an echo pass three filters, are coded in four bits a sample and decoded again. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 8000, STEPS = 89, ECHO = 1200 };

struct filter {
    double b0, b1, b2, a1, a2, z1, z2;
};

struct coder {
    int value, step;
};

static int steps[STEPS];

/* A band of the width FREQUENCY / QUALITY, by the bilinear transform. */
static struct filter make_band(double frequency, double quality)
{
    double w = 6.283185307179586 * frequency / RATE, alpha = sin(w) / (2 * quality), a0 = 1 + alpha;

    return (struct filter){ alpha / a0, 0, -alpha / a0, -2 * cos(w) / a0, (1 - alpha) / a0, 0, 0 };
}

static double pass(struct filter *f, double x)
{
    double y = f->b0 * x + f->z1;

    f->z1 = f->b1 * x - f->a1 * y + f->z2;
    f->z2 = f->b2 * x - f->a2 * y;
    return y;
}

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* Takes what four bits say into account; coder and decoder do the same. */
static void move(struct coder *c, int code)
{
    static const int moves[] = { -1, -1, -1, -1, 2, 4, 6, 8 };
    int step = steps[c->step], change = step >> 3;

    change += code & 4 ? step : 0;
    change += code & 2 ? step >> 1 : 0;
    change += code & 1 ? step >> 2 : 0;
    c->value = clamp(code & 8 ? c->value - change : c->value + change, -32768, 32767);
    c->step = clamp(c->step + moves[code & 7], 0, STEPS - 1);
}

static int encode(struct coder *c, int sample)
{
    int off = sample - c->value, code = off < 0 ? 8 : 0, step = steps[c->step];

    off = abs(off);
    for (int bit = 4; bit > 0; bit >>= 1, step >>= 1)
        if (off >= step) {
            code |= bit;
            off -= step;
        }
    move(c, code);
    return code;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40000;
    int16_t *samples = calloc((size_t)n + 1, sizeof *samples);
    uint8_t *codes = calloc((size_t)n / 2 + 1, 1);
    static double before[ECHO];
    struct filter bands[] = { make_band(440, 3), make_band(880, 5), make_band(1900, 2) };
    struct coder in = { 0 }, out = { 0 };
    double signal = 0, noise = 0, step = 7;

    if (samples == NULL || codes == NULL)
        return 1;
    for (int i = 0; i < STEPS; i++, step *= 1.1)
        steps[i] = (int)step;
    for (int i = 0; i < n; i++) {
        double pitch = 0.3 + 0.1 * (i / RATE), x = 6000 * sin(pitch * i) + (i % 61 == 0 ? 9000 : 0);
        double y = 0.4 * before[i % ECHO];

        for (int k = 0; k < 3; k++)
            y += pass(&bands[k], x);
        before[i % ECHO] = y;
        samples[i] = (int16_t)clamp((int)lrint(y), -32768, 32767);
    }
    for (int i = 0; i < n; i++)
        codes[i / 2] |= (uint8_t)(encode(&in, samples[i]) << 4 * (i & 1));
    for (int i = 0; i < n; i++) {
        double off;

        move(&out, codes[i / 2] >> 4 * (i & 1) & 15);
        off = samples[i] - out.value;
        signal += (double)samples[i] * samples[i];
        noise += off * off;
    }
    printf("%d samples in %d bytes, %.2f decibels\n", n, (n + 1) / 2, 10 * log10(signal / noise));
    free(samples);
    free(codes);
    return 0;
}
