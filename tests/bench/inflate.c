/* inflate: read and inflate the objects named on stdin, and nothing else. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "io/file.h"
#include "io/gz.h"

int
main(void)
{
	struct bh_gz g = BH_GZ_INIT;
	struct bh_buf in = BH_BUF_INIT, out = BH_BUF_INIT;
	struct bh_err err = BH_ERR_INIT;
	char path[4096];
	size_t total = 0;

	while (fgets(path, sizeof(path), stdin) != NULL) {
		path[strcspn(path, "\n")] = '\0';
		if (bh_file_read(AT_FDCWD, path, 1 << 26, &in, &err) != 0 ||
		    bh_gz_inflate(&g, bh_buf_of(&in), 1 << 26, &out,
		    &err) != 0) {
			fprintf(stderr, "inflate: %s: %s\n", path, err.msg);
			return 4;
		}
		total += out.n;
	}
	printf("%s: %zu bytes\n", bh_gz_library(), total);
	bh_buf_free(&in);
	bh_buf_free(&out);
	bh_gz_free(&g);
	return 0;
}
