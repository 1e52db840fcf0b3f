# SPDX-License-Identifier: Apache-2.0
"""Finish times of flows over shared links, by SimGrid's flow model and solver.

Reads from standard input: a line with the number of links, a capacity (bytes/s) a line; then a line with the number of flows, and for
each a line: start in seconds, bytes, and the numbers of its links. Prints a finish time a line, in the same order.

Every flow has two hosts of its own, so that its route is exactly its links. Without latency, and with the corrections that model TCP
set to nothing, SimGrid shares links by plain max-min fairness.
"""
import sys

from simgrid import Actor, Comm, Engine, LinkInRoute, NetZone, this_actor

OPTIONS = [
    "network/model:CM02",
    "network/bandwidth-factor:1",
    "network/latency-factor:1",
    "network/TCP-gamma:0",
    "network/weight-S:0",
    "network/crosstraffic:0",
    "network/optim:Full",
    "maxmin/precision:1e-12",
    "surf/precision:1e-12",
]


def flow(index, source, target, start, size, finish):
    this_actor.sleep_until(start)
    comm = Comm.sendto_init(source, target).set_payload_size(size)
    comm.start()
    comm.wait()
    finish[index] = Engine.clock


def main():
    engine = Engine(["simgrid-finish-times"] + ["--cfg=" + option for option in OPTIONS] + ["--log=root.thresh:error"])
    lines = iter(sys.stdin)
    zone = NetZone.create_full_zone("zone")
    links = [zone.create_link("l%d" % i, float(next(lines))) for i in range(int(next(lines)))]
    for link in links:
        link.set_latency(0)
        link.seal()
    count = int(next(lines))
    finish = [float("nan")] * count
    flows = []
    for i in range(count):
        start, size, *path = next(lines).split()
        source = zone.create_host("s%d" % i, 1e9)
        target = zone.create_host("t%d" % i, 1e9)
        source.seal()
        target.seal()
        route = [LinkInRoute(links[int(link)]) for link in path]
        zone.add_route(source.netpoint, target.netpoint, None, None, route, False)
        flows.append((i, source, target, float(start), int(size), finish))
    zone.seal()
    for arguments in flows:
        Actor.create("f%d" % arguments[0], arguments[1], flow, *arguments)
    engine.run()
    for time in finish:
        print(repr(time))


main()
