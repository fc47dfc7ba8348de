/* System calls of newlib, for images that print with it: the console, and memory after the
 * image. The probes need none of it. */
#include <errno.h>
#include <hal/console.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

int _write(int file, const char *bytes, int n);
int _read(int file, char *bytes, int n);
int _close(int file);
int _fstat(int file, struct stat *about);
int _isatty(int file);
off_t _lseek(int file, off_t offset, int whence);
int _kill(int process, int signal);
int _getpid(void);
void *_sbrk(ptrdiff_t n);
void _exit(int status);

extern char heap_start[], heap_end[]; /* from the linker script */

int _write(int file, const char *bytes, int n)
{
    (void)file;
    return hal_console_put(bytes, (size_t)n) == 0 ? n : -1;
}

int _read(int file, char *bytes, int n)
{
    int byte = n > 0 ? hal_console_get() : -1;

    (void)file;
    if (byte < 0)
        return 0;
    *bytes = (char)byte;
    return 1;
}

int _close(int file)
{
    (void)file;
    errno = EBADF;
    return -1;
}

int _fstat(int file, struct stat *about)
{
    (void)file;
    about->st_mode = S_IFCHR;
    return 0;
}

int _isatty(int file)
{
    (void)file;
    return 1;
}

off_t _lseek(int file, off_t offset, int whence)
{
    (void)file;
    (void)offset;
    (void)whence;
    errno = ESPIPE;
    return -1;
}

int _kill(int process, int signal)
{
    (void)process;
    hal_console_exit(signal);
}

int _getpid(void)
{
    return 1;
}

void *_sbrk(ptrdiff_t n)
{
    static char *top = heap_start;
    char *old = top;

    if (n > heap_end - top || n < heap_start - top) {
        errno = ENOMEM;
        return (void *)-1;
    }
    top += n;
    return old;
}

void _exit(int status)
{
    hal_console_exit(status);
}
