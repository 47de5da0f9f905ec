/* cut DIR: the file system of DIR stops as in a power cut; root may. */
#include <fcntl.h>
#include <linux/ioctl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

/* of ext4, xfs and f2fs alike; in no header of user space */
#define SHUTDOWN	_IOR('X', 125, uint32_t)

int
main(int argc, char **argv)
{
	uint32_t how = 2;	/* what is not in the log yet is lost */
	int fd = argc == 2 ? open(argv[1], O_RDONLY | O_DIRECTORY) : -1;

	if (fd == -1 || ioctl(fd, SHUTDOWN, &how) == -1) {
		perror("cut");
		return 4;
	}
	return 0;
}
