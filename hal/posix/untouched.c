/* Fresh pages, pages of the program's own file, and a system call. */
#include <fcntl.h>
#include <hal/untouched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The image itself: it has just been read, so that memory holds it. */
static const char image[] = "/proc/self/exe";

static size_t whole_pages(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    return bytes / page * page;
}

static void *map_own(size_t n_bytes)
{
    void *start = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

#ifdef MADV_NOHUGEPAGE
    if (start != MAP_FAILED)
        (void)madvise(start, n_bytes, MADV_NOHUGEPAGE);
#endif
    return start;
}

/* The file stays open: what it takes to find one is no part of mapping it. */
static int open_image(void)
{
    static int file = -1;

    if (file < 0)
        file = open(image, O_RDONLY | O_CLOEXEC);
    return file;
}

/* *N_BYTES becomes what the file has of them. */
static void *map_file(size_t *n_bytes)
{
    int file = open_image();
    struct stat about;
    void *start = MAP_FAILED;

    if (file < 0)
        return MAP_FAILED;
    if (fstat(file, &about) == 0 && about.st_size > 0) {
        size_t has = whole_pages((size_t)about.st_size);

        *n_bytes = has < *n_bytes ? has : *n_bytes;
        if (*n_bytes > 0)
            start = mmap(NULL, *n_bytes, PROT_READ, MAP_PRIVATE, file, 0);
    }
    return start;
}

int hal_untouched_map(struct hal_block *block, size_t size_bytes, enum hal_untouched kind)
{
    size_t n_bytes = whole_pages(size_bytes);

    *block = (struct hal_block){ 0 };
    if (n_bytes == 0)
        return -1;
    void *start = kind == HAL_UNTOUCHED_OWN ? map_own(n_bytes) : map_file(&n_bytes);
    if (start == MAP_FAILED)
        return -1;
    *block = (struct hal_block){ .start = start,
                                 .size_bytes = n_bytes,
                                 .page_bytes = (size_t)sysconf(_SC_PAGESIZE) };
    return 0;
}

void hal_untouched_unmap(struct hal_block *block)
{
    if (block->start != NULL)
        (void)munmap(block->start, block->size_bytes);
    *block = (struct hal_block){ 0 };
}

int hal_untouched_call(void)
{
    (void)getppid(); /* no library remembers its answer */
    return 0;
}
