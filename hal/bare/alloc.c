/* Windows of memory, each mapped by pages of one size before the program runs; one to one, so every
 * block is physically contiguous. The first gap that is long enough is taken. */
#include "bare.h"
#include "model_clock.h"
#include <hal/alloc.h>
#include <stdbool.h>

enum { MOST_BLOCKS = 32 };

struct span {
    uintptr_t start, end; /* start == end: none */
};

struct window {
    struct span span;
    size_t page_bytes;
};

static struct window windows[BARE_WINDOWS];
static unsigned n_windows;
static struct span live[MOST_BLOCKS];
static size_t limit_bytes = SIZE_MAX;

void bare_memory_add(uintptr_t start, size_t size_bytes, size_t page_bytes)
{
    if (n_windows == BARE_WINDOWS || size_bytes == 0)
        return;
    bare_model_clock_window(start, start + size_bytes, page_bytes);
    windows[n_windows++] = (struct window){ { start, start + size_bytes }, page_bytes };
}

void bare_memory_limit(size_t most_bytes)
{
    limit_bytes = most_bytes;
}

/* The live block that meets [START, END), or NULL. */
static const struct span *in_the_way(uintptr_t start, uintptr_t end)
{
    for (unsigned i = 0; i < MOST_BLOCKS; i++)
        if (live[i].start < end && start < live[i].end)
            return &live[i];
    return NULL;
}

static struct span *unused(void)
{
    for (unsigned i = 0; i < MOST_BLOCKS; i++)
        if (live[i].start == live[i].end)
            return &live[i];
    return NULL;
}

/* Where SIZE bytes, aligned to ALIGN, are free in WINDOW; its end: nowhere. */
static uintptr_t find(const struct window *window, size_t size, size_t align)
{
    uintptr_t at = window->span.start;

    for (;;) {
        uintptr_t aligned = (at + align - 1) & ~(uintptr_t)(align - 1);
        if (aligned < at || aligned > window->span.end || window->span.end - aligned < size)
            return window->span.end;
        const struct span *taken = in_the_way(aligned, aligned + size);
        if (!taken)
            return aligned;
        at = taken->end;
    }
}

/* Returns whether a block of SIZE bytes is better off in A than in B. Base pages: the smaller page.
 * Else the largest page that the block fills, or the smallest one where it fills none. */
static bool better(const struct window *a, const struct window *b, size_t size,
                   enum hal_pages pages)
{
    bool a_filled = a->page_bytes <= size, b_filled = b->page_bytes <= size;

    if (pages == HAL_PAGES_BASE || !a_filled || !b_filled)
        return a->page_bytes < b->page_bytes;
    return a->page_bytes > b->page_bytes;
}

/* The best window that has room, where *AT is then the place; NULL: none has. */
static const struct window *choose(size_t size, size_t align, enum hal_pages pages, uintptr_t *at)
{
    const struct window *best = NULL;

    for (unsigned i = 0; i < n_windows; i++) {
        const struct window *window = &windows[i];
        uintptr_t place = find(window, size, align);

        if (place == window->span.end || (best && !better(window, best, size, pages)))
            continue;
        best = window;
        *at = place;
    }
    return best;
}

/* Makes SIZE bytes at AT, in SPAN, a block. */
static void take(struct hal_block *block, struct span *span, uintptr_t at, size_t size,
                 size_t page_bytes)
{
    *span = (struct span){ at, at + size };
    *block = (struct hal_block){ .start = (void *)at,
                                 .size_bytes = size,
                                 .page_bytes = page_bytes,
                                 .contiguous = true,
                                 .port = { span, NULL } };
}

int hal_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, enum hal_pages pages)
{
    struct span *span = unused();
    uintptr_t at = 0;

    *block = (struct hal_block){ 0 };
    if (!span || size_bytes == 0 || align_bytes == 0 || (align_bytes & (align_bytes - 1)) != 0)
        return -1;
    const struct window *window = choose(size_bytes, align_bytes, pages, &at);
    if (!window)
        return -1;
    take(block, span, at, size_bytes, window->page_bytes);
    return 0;
}

int bare_memory_within(struct hal_block *block, size_t size_bytes, size_t align_bytes,
                       uintptr_t start, uintptr_t end, bool own)
{
    struct window part = { { start, end }, 0 };
    struct span *span = unused();
    uintptr_t at = end;

    *block = (struct hal_block){ 0 };
    if (own)
        at = find(&part, size_bytes, align_bytes);
    for (unsigned i = 0; i < n_windows && !own && at == end; i++) {
        part = windows[i];
        part.span.start = part.span.start > start ? part.span.start : start;
        part.span.end = part.span.end < end ? part.span.end : end;
        uintptr_t place =
            part.span.start < part.span.end ? find(&part, size_bytes, align_bytes) : part.span.end;
        at = place < part.span.end ? place : end;
    }
    if (!span || at == end)
        return -1;
    take(block, span, at, size_bytes, part.page_bytes);
    return 0;
}

void hal_free(struct hal_block *block)
{
    struct span *span = block->port[0];

    if (span)
        *span = (struct span){ 0, 0 };
    *block = (struct hal_block){ 0 };
}

size_t hal_alloc_limit_bytes(void)
{
    size_t most = 0;

    for (unsigned i = 0; i < n_windows; i++) {
        size_t bytes = windows[i].span.end - windows[i].span.start;

        most = bytes > most ? bytes : most;
    }
    return most < limit_bytes ? most : limit_bytes;
}
