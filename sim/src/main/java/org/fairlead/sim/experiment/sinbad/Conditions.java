package org.fairlead.sim.experiment.sinbad;

import java.util.Map;

/**
 * What the paper does not say and the results depend on.
 *
 * @param writeShare what writers ask of the links between racks, as a share of their capacity: by it jobs are submitted
 * @param otherShare mean load that others put on the links that are hot, as a share of their capacity
 * @param imbalance coefficient of variation of others' loads over these links
 * @param hotSeconds mean time for which others' load on a link stays as it is; infinite for hot spots that stay
 * @param computeFactor how long writers compute, relative to {@link org.fairlead.sim.workload.generated.SinbadWriters}
 */
record Conditions(double writeShare, double otherShare, double imbalance, double hotSeconds, double computeFactor) {

    /** A condition that can be varied. */
    enum Parameter {
        WRITE_SHARE("write-share", "writes' share of the racks' links", "", 1e-6, 1),
        OTHER_SHARE("other-share", "others' share of hot links", "", 0, 1),
        IMBALANCE("imbalance", "variation of others' loads", "", 0, 10),
        HOT_SECONDS("hot-seconds", "time until a hot spot moves", "s", 0.1, 1e9),
        COMPUTE_FACTOR("compute-factor", "writers' computing", "", 0, 1000);

        private final String key;
        private final String label;
        private final String unit;
        private final double least;
        private final double most;

        Parameter(String key, String label, String unit, double least, double most) {
            this.key = key;
            this.label = label;
            this.unit = unit;
            this.least = least;
            this.most = most;
        }

        String key() {
            return key;
        }

        String label() {
            return label;
        }

        String unit() {
            return unit;
        }

        double least() {
            return least;
        }

        double most() {
            return most;
        }
    }

    static Conditions of(Map<Parameter, Double> values) {
        return new Conditions(
                values.get(Parameter.WRITE_SHARE),
                values.get(Parameter.OTHER_SHARE),
                values.get(Parameter.IMBALANCE),
                values.get(Parameter.HOT_SECONDS),
                values.get(Parameter.COMPUTE_FACTOR));
    }

    double value(Parameter parameter) {
        return switch (parameter) {
            case WRITE_SHARE -> writeShare;
            case OTHER_SHARE -> otherShare;
            case IMBALANCE -> imbalance;
            case HOT_SECONDS -> hotSeconds;
            case COMPUTE_FACTOR -> computeFactor;
        };
    }

    /** The same with one of them another. */
    Conditions with(Parameter parameter, double value) {
        return new Conditions(
                parameter == Parameter.WRITE_SHARE ? value : writeShare,
                parameter == Parameter.OTHER_SHARE ? value : otherShare,
                parameter == Parameter.IMBALANCE ? value : imbalance,
                parameter == Parameter.HOT_SECONDS ? value : hotSeconds,
                parameter == Parameter.COMPUTE_FACTOR ? value : computeFactor);
    }
}
