/* The result of an operation of probe screen on its way into the checksum. The simulated board has
 * another file of this name, which makes some of them wrong. */
#ifndef SCREEN_RESULT_H
#define SCREEN_RESULT_H

/* OP and TYPE are the series' words, BITS the result's lowest WIDTH bits; the others are 0. */
#define SCREEN_RESULT(op, type, bits, width) (bits)

#endif
