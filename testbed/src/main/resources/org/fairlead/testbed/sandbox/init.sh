# SPDX-License-Identifier: Apache-2.0
# First process of a sandbox: prepares its mounts, runs "$@" with the lifeline as its standard input, and removes the
# testbed's directory ($1) whatever became of it. When this process ends the kernel ends all others of the sandbox.
directory=$1
shift
# Until the command outside has signed for this sandbox the directory may become somebody else's: touch nothing.
read -r go || exit 1
mount -t tmpfs -o mode=755 tmpfs /run &&
    mount -t proc proc /proc &&
    ip link set lo up || exit 1
exec 3<&0
# In the background, so that the shell reaps orphans while it waits; a shell makes such a command ignore Ctrl-C, too.
"$@" <&3 3<&- &
wait $!
code=$?
# Everything else in this process namespace, so that nobody writes into what is being removed.
kill -KILL -1 2>/dev/null
# What the command's own clean-up left when it was killed: limits of slow disks (version 1 control groups), their mounts.
if [ -f "$directory/throttled" ]; then
    while read -r device; do
        for limit in /sys/fs/cgroup/blkio/blkio.throttle.*_bps_device; do
            [ -w "$limit" ] && echo "$device 0" >"$limit"
        done
    done <"$directory/throttled"
fi
while read -r _ point _; do
    case $point in
        "$directory"/*) umount --lazy "$point" 2>/dev/null ;;
    esac
done <<MOUNTS
$(cat /proc/mounts)
MOUNTS
# Its keepers last: a directory without them would be nobody's, and stay.
find "$directory" -mindepth 1 -maxdepth 1 ! -name keepers -exec rm -rf -- {} +
rm -rf -- "$directory"
exit $code
