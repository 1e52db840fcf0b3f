package org.fairlead.core.flow.path;

import org.fairlead.core.chance.Draw;

final class GuidedAnnealing {
    static double NOISE = Double.parseDouble(System.getProperty("noise", "0.0"));
    static double COLD = Double.parseDouble(System.getProperty("cold", "10"));
    private final int movesPerFlow;

    GuidedAnnealing(int movesPerFlow) {
        this.movesPerFlow = movesPerFlow;
    }

    void improve(Assignment assignment, long seed) {
        Elephants elephants = assignment.elephants;
        Draw draw = new Draw(seed);
        Crossings crossings = new Crossings(assignment);
        CheapestPath cheapest = new CheapestPath(assignment);
        int[] before = new int[elephants.mostHops()];
        int[] path = new int[elephants.mostHops()];
        int[] best = assignment.saved();
        long bestEnergy = assignment.energy();
        boolean saved = true;
        long moves = (long) movesPerFlow * elephants.size();
        for (long left = moves; left > 0 && crossings.overfull() > 0; left--) {
            int flow = crossings.drawnFlow(draw);
            long energy = assignment.energy();
            assignment.remove(flow);
            crossings.leave(flow);
            assignment.write(flow, before);
            boolean random = draw.share() < NOISE;
            if (random) {
                int count = elephants.paths.count(elephants.sources[flow], elephants.destinations[flow]);
                elephants.paths.write(elephants.sources[flow], elephants.destinations[flow], draw.below(count), path);
            } else {
                cheapest.find(flow, draw, path);
            }
            assignment.add(flow, path);
            long worse = assignment.energy() - energy;
            boolean accepted =
                    worse <= 0 || draw.share() < StrictMath.exp(-COLD * worse / elephants.demands[flow] * moves / left);
            if (!accepted) {
                assignment.remove(flow);
                assignment.add(flow, before);
            } else if (worse > 0 && !saved) {
                // about to leave the best
                int[] now = path.clone();
                assignment.remove(flow);
                assignment.add(flow, before);
                assignment.save(best);
                assignment.remove(flow);
                assignment.add(flow, now);
                saved = true;
            }
            crossings.enter(flow);
            if (assignment.energy() < bestEnergy) {
                bestEnergy = assignment.energy();
                saved = false;
            }
        }
        if (saved && bestEnergy < assignment.energy()) {
            assignment.restore(best);
        }
    }
}
