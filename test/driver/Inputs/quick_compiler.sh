#!/bin/sh
# A compiler that takes no time: what it makes is a shell script that says its path and arguments; with QUICK_PID it writes its
# number to that file and waits. With QUICK_PAUSE the compiler itself starts a process, as compilers start others, writes its
# number to that file, and waits; with QUICK_FAILS it says what is in that file and fails.
[ "$1" = --version ] && echo quick 1 && exit
while [ $# -gt 0 ]; do
  [ "$1" = -o ] && out=$2
  shift
done
if [ -n "$QUICK_PAUSE" ]; then
  echo half > "$TMPDIR/cc.s"
  sleep 60 &
  echo $! > "$QUICK_PAUSE"
  wait
fi
[ -n "$QUICK_FAILS" ] && cat "$QUICK_FAILS" >&2 && exit 1
cat > "$out" <<'END'
#!/bin/sh
[ -n "$QUICK_PID" ] && echo $$ > "$QUICK_PID" && exec sleep 60
echo "ran $0"
END
chmod +x "$out"
