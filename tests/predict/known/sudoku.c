/* Fills squares of nine by nine by trying, with what is left of each row, column and box as bits.
 */
#include <stdio.h>
#include <string.h>

static unsigned row[9], column[9], box[9];
static unsigned char cell[81];
static unsigned long tries;

static int fill(void)
{
    int best = -1, fewest = 10;

    for (int i = 0; i < 81; i++) {
        if (cell[i] != 0)
            continue;
        int left = __builtin_popcount(row[i / 9] & column[i % 9] & box[i / 27 * 3 + i % 9 / 3]);
        if (left < fewest)
            fewest = left, best = i;
    }
    if (best < 0)
        return 1;
    int r = best / 9, c = best % 9, b = r / 3 * 3 + c / 3;
    for (unsigned left = row[r] & column[c] & box[b]; left != 0; left &= left - 1) {
        unsigned bit = left & -left;

        tries++;
        cell[best] = (unsigned char)__builtin_ctz(bit);
        row[r] ^= bit, column[c] ^= bit, box[b] ^= bit;
        if (fill())
            return 1;
        row[r] ^= bit, column[c] ^= bit, box[b] ^= bit;
        cell[best] = 0;
    }
    return 0;
}

int main(void)
{
    static const char *const puzzle[] = {
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    };

    for (int p = 0; p < 3; p++) {
        for (int i = 0; i < 9; i++)
            row[i] = column[i] = box[i] = 0x3fe;
        memset(cell, 0, sizeof cell);
        for (int i = 0; i < 81; i++)
            if (puzzle[p][i] != '.') {
                unsigned bit = 1U << (puzzle[p][i] - '0');

                cell[i] = (unsigned char)(puzzle[p][i] - '0');
                row[i / 9] ^= bit, column[i % 9] ^= bit, box[i / 27 * 3 + i % 9 / 3] ^= bit;
            }
        printf("%d %d %lu\n", fill(), cell[0], tries);
    }
    return 0;
}
