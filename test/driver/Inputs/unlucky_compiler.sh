#!/bin/sh
# A compiler whose programs fail.
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\necho out of luck >&2\nexit 1\n' > "$2"
chmod +x "$2"
