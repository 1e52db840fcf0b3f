# SPDX-License-Identifier: Apache-2.0
"""Draws small cases of input that is to be fetched by a deadline, and solves each exactly. Prints optima.txt.

    python3 -m venv venv && venv/bin/pip install scipy && venv/bin/python optima.py > optima.txt

The optimum is the largest number of jobs of which all flows are there in time, over rates that may vary, for somebody who knows
all arrivals and true deadlines beforehand: a mixed-integer linear program. Between two arrivals or deadlines only the bytes count that a
flow gets; a job's flows get all of their bytes or none. Units: MB/s, ms, kB.
"""
import random
import sys

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_matrix

LINK = 125
BLOCK = 64_000
TASKS = [1] * 6 + [2] * 6 + [5] * 20 + [10] * 10 + [30] * 2 + [50] * 4 + [150, 200]  # jobs as FlexFetch's Table II has them


def one_link(rng):
    return [LINK], lambda: [0]


def star(rng, hosts=5):
    def path():
        a, b = rng.sample(range(hosts), 2)
        return [a, hosts + b]

    return [LINK] * (2 * hosts), path


def tree(rng, racks, hosts, oversubscription):
    """Up and down links of hosts, then of racks. Some carry others' traffic."""
    n = racks * hosts
    rates = [LINK] * (2 * n) + [LINK * hosts // oversubscription] * (2 * racks)
    rates = [r if rng.random() < 0.8 else r * rng.randint(4, 9) // 10 for r in rates]

    def path():
        a, b = rng.sample(range(n), 2)
        if a // hosts == b // hosts:
            return [a, n + b]
        return [a, 2 * n + a // hosts, 2 * n + racks + b // hosts, n + b]

    return rates, path


def two_roots(rng, racks=3, hosts=3):
    """A leaf-spine network; a flow's spine is drawn, as a hash would."""
    n = racks * hosts
    rates = [LINK] * (2 * n + 4 * racks)

    def path():
        a, b = rng.sample(range(n), 2)
        spine = rng.randrange(2)
        if a // hosts == b // hosts:
            return [a, n + b]
        return [a, 2 * n + 2 * (a // hosts) + spine, 2 * n + 2 * racks + 2 * (b // hosts) + spine, n + b]

    return rates, path


def draw(rng, rates, path, jobs, latest, over_time, wrong):
    """Flows (job, residual tasks, links, kB, arrival, deadline, deadline as told at first, when it is corrected)."""
    flows = []
    for job in range(jobs):
        residual = rng.randint(1, rng.choice(TASKS))
        share = 0.6 if residual <= 10 else 0.08
        count = max(1, min(6, sum(rng.random() < share for _ in range(residual))))
        arrival = rng.randrange(0, latest // 2) if over_time else 0
        for _ in range(count):
            size = BLOCK if rng.random() < 0.8 else rng.randint(2_000, BLOCK)
            lead = rng.randint(600, latest)
            told, corrected = lead, 0
            if wrong:
                told = max(300, int(lead * rng.uniform(0.7, 1.3)))
                corrected = min(lead, told) // 2
            flows.append((job, residual, path(), size, arrival, arrival + lead, arrival + told, arrival + corrected))
    order = list(range(len(flows)))
    rng.shuffle(order)
    return sorted((flows[i] for i in order), key=lambda f: f[4])


def optimum(rates, flows):
    jobs = sorted({f[0] for f in flows})
    times = sorted({f[4] for f in flows} | {f[5] for f in flows})
    spans = len(times) - 1
    column = {}
    for i, f in enumerate(flows):
        for k in range(spans):
            if times[k] >= f[4] and times[k + 1] <= f[5]:
                column[i, k] = len(jobs) + len(column)
    width = len(jobs) + len(column)
    whole = lil_matrix((len(flows), width))
    shared = lil_matrix((len(rates) * spans, width))
    for i, f in enumerate(flows):
        whole[i, jobs.index(f[0])] = -f[3] / 1000
        for k in range(spans):
            if (i, k) in column:
                whole[i, column[i, k]] = 1
                for link in f[2]:
                    shared[link * spans + k, column[i, k]] = 1
    room = np.array([rate * (times[k + 1] - times[k]) / 1000 for rate in rates for k in range(spans)])
    used = np.unique(shared.tocoo().row)
    cost = np.zeros(width)
    cost[: len(jobs)] = -1
    most = np.full(width, np.inf)
    most[: len(jobs)] = 1
    found = milp(
        cost,
        constraints=[LinearConstraint(whole.tocsr(), 0, 0), LinearConstraint(shared.tocsr()[used], -np.inf, room[used])],
        integrality=(np.arange(width) < len(jobs)).astype(int),
        bounds=Bounds(0, most),
        options={"time_limit": 30},
    )
    return round(-found.fun) if found.status == 0 else None


NETWORKS = {
    "one-link": (one_link, dict(jobs=12, latest=8000)),
    "star": (star, dict(jobs=18, latest=4500)),
    "tree-2x3": (lambda rng: tree(rng, 2, 3, 2), dict(jobs=14, latest=6000)),
    "tree-3x4": (lambda rng: tree(rng, 3, 4, 3), dict(jobs=18, latest=5000)),
    "two-roots": (two_roots, dict(jobs=18, latest=4000)),
}
KINDS = {"at-once": (5, False, False), "over-time": (3, True, False), "wrong-deadlines": (2, True, True)}


def main():
    print("# SPDX-License-Identifier: Apache-2.0")
    print("# Printed by optima.py, which says what it is. Units: MB/s, ms, kB.")
    print("# case NETWORK KIND SEED jobs COUNT optimum JOBS; links RATE...; then a line a flow in the order of arrival:")
    print("# JOB RESIDUAL_TASKS KB ARRIVAL DEADLINE TOLD_DEADLINE CORRECTED LINK,...")
    for kind, (count, over_time, wrong) in KINDS.items():
        for name, (network, size) in NETWORKS.items():
            seed = made = 0
            while made < count:
                seed += 1
                rng = random.Random(f"{name} {kind} {seed}")
                rates, path = network(rng)
                more = 1.5 if over_time else 1
                flows = draw(rng, rates, path, int(size["jobs"] * more), size["latest"], over_time, wrong)
                if len(flows) > 50:
                    continue
                best = optimum(rates, flows)
                if best is None:
                    print(f"{name} {kind} {seed}: not solved in time", file=sys.stderr)
                    continue
                made += 1
                print(f"case {name} {kind} {seed} jobs {len({f[0] for f in flows})} optimum {best}")
                print("links", *rates)
                for job, residual, links, size_kb, arrival, deadline, told, corrected in flows:
                    print(job, residual, size_kb, arrival, deadline, told, corrected, ",".join(map(str, links)))


if __name__ == "__main__":
    main()
