/* Opens pipes, reads from descriptors and closes them. */
#include "descriptor.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int descriptor_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return errno;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

void descriptor_unblock(int fd)
{
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
}

size_t descriptor_read(int *fd, char *bytes, size_t room)
{
    ssize_t n = read(*fd, bytes, room);

    if (n > 0)
        return (size_t)n;
    if (n == 0 || (errno != EAGAIN && errno != EINTR))
        descriptor_close(fd);
    return 0;
}

void descriptor_close(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}
