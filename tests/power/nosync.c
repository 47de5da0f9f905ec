/* Preloaded: what is to be synchronized is not, and nobody is told. */
#include <unistd.h>

int
fsync(int fd)
{
	(void)fd;
	return 0;
}

int
fdatasync(int fd)
{
	(void)fd;
	return 0;
}

int
syncfs(int fd)
{
	(void)fd;
	return 0;
}
