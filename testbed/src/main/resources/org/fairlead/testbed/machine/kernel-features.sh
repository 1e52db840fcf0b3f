# SPDX-License-Identifier: Apache-2.0
# Tries each kernel feature of the emulated network; says which are missing, and where they come from.
PATH=$PATH:/usr/sbin:/sbin
missing=0
try() {
    what=$1
    shift
    if ! "$@" >/dev/null 2>&1; then
        echo "$what;"
        missing=1
    fi
}
try "a tmpfs cannot be mounted (run outside an unprivileged container)" mount -t tmpfs tmpfs /run
try "/proc cannot be mounted (run outside an unprivileged container)" mount -t proc proc /proc
try "named network namespaces (CONFIG_NET_NS)" ip netns add a
try "named network namespaces (CONFIG_NET_NS)" ip netns add b
try "veth pairs (module veth)" ip link add v0 netns a type veth peer name v1 netns b
ip -n a link set v0 up
ip -n b link set v1 up
ip -n a addr add 10.0.0.1/32 dev v0
ip -n b addr add 10.0.0.2/32 dev v1
try "the HTB queueing discipline (module sch_htb)" tc -n a qdisc add dev v0 root handle 1: htb default 1
try "HTB classes (module sch_htb)" tc -n a class add dev v0 parent 1: classid 1:1 htb rate 1mbit
try "the byte FIFO (module sch_fifo)" tc -n a qdisc add dev v0 parent 1:1 bfifo limit 100000
try "the u32 classifier (module cls_u32)" \
    tc -n a filter add dev v0 parent 1: protocol ip prio 1 u32 match u32 0 0 flowid 1:1
try "IP forwarding in a namespace" ip netns exec a sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
try "multipath routes (CONFIG_IP_ROUTE_MULTIPATH)" \
    ip -n a route add 10.9.9.9/32 nexthop via 10.0.0.2 dev v0 onlink nexthop via 10.0.0.3 dev v0 onlink
try "a multipath hash over chosen fields (Linux 5.14 or newer, CONFIG_IP_ROUTE_MULTIPATH)" \
    ip netns exec a sh -c 'echo 3 >/proc/sys/net/ipv4/fib_multipath_hash_policy && echo 0x37 >/proc/sys/net/ipv4/fib_multipath_hash_fields'
# By route, because a namespace may not choose a default that the machine's administrator did not allow to everyone.
try "the congestion control cubic (module tcp_cubic)" \
    ip -n a route add 10.9.9.8/32 via 10.0.0.2 dev v0 onlink congctl cubic
exit $missing
