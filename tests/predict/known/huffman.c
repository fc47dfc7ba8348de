/* Makes a Huffman code of a text and decodes it bit by bit: a heap, a tree, branches by data. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned weight[511], left[511], right[511], parent[511], heap[256], n_heap;

static void push(unsigned node)
{
    unsigned i = n_heap++;

    for (; i > 0 && weight[heap[(i - 1) / 2]] > weight[node]; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = node;
}

static unsigned pop(void)
{
    unsigned top = heap[0], last = heap[--n_heap], i = 0;

    while (2 * i + 1 < n_heap) {
        unsigned child = 2 * i + 1;
        child += child + 1 < n_heap && weight[heap[child + 1]] < weight[heap[child]];
        if (weight[heap[child]] >= weight[last])
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return top;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 150000, seed = 5, nodes = 256, sum = 0;
    uint8_t *text = malloc(n), *bits = calloc(n, 4);
    size_t n_bits = 0;

    for (unsigned i = 0; i < n; i++) {
        seed = seed * 1664525U + 1013904223U;
        text[i] = (uint8_t)((seed >> 28) * (seed >> 24 & 15));
        weight[text[i]]++;
    }
    for (unsigned i = 0; i < 256; i++)
        push(i);
    while (n_heap > 1) {
        unsigned a = pop(), b = pop();
        left[nodes] = a;
        right[nodes] = b;
        parent[a] = parent[b] = nodes;
        weight[nodes] = weight[a] + weight[b];
        push(nodes++);
    }
    for (unsigned i = 0; i < n; i++) {
        unsigned path[256], length = 0;
        for (unsigned at = text[i]; at != nodes - 1; at = parent[at])
            path[length++] = right[parent[at]] == at;
        while (length > 0 && n_bits < 32ULL * n)
            bits[n_bits / 8] |= (uint8_t)(path[--length] << n_bits % 8), n_bits++;
    }
    for (size_t i = 0; i < n_bits;) {
        unsigned at = nodes - 1;
        while (at >= 256 && i < n_bits) {
            at = bits[i / 8] >> i % 8 & 1 ? right[at] : left[at];
            i++;
        }
        sum = sum * 31 + at;
    }
    printf("%u\n", sum);
    return 0;
}
