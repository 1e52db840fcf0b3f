package org.fairlead.sim.experiment.sinbad;

/**
 * What the paper does not say and the results depend on.
 *
 * @param writeShare what writers ask of the links between racks, as a share of their capacity: by it jobs are submitted
 * @param otherShare mean load that others put on the links between racks, as a share of their capacity
 * @param imbalance coefficient of variation of others' loads over these links
 * @param hotSeconds mean time for which others' load on a link stays as it is; infinite for hot spots that stay
 * @param computeFactor how long writers compute, relative to {@link org.fairlead.sim.workload.generated.SinbadWriters}
 */
public record Conditions(
        double writeShare, double otherShare, double imbalance, double hotSeconds, double computeFactor) {

    /** A parameter by its key. */
    public enum Parameter {
        WRITE_SHARE("writeShare"),
        OTHER_SHARE("otherShare"),
        IMBALANCE("imbalance"),
        HOT_SECONDS("hotSeconds"),
        COMPUTE_FACTOR("computeFactor");

        private final String key;

        Parameter(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    public double value(Parameter parameter) {
        return switch (parameter) {
            case WRITE_SHARE -> writeShare;
            case OTHER_SHARE -> otherShare;
            case IMBALANCE -> imbalance;
            case HOT_SECONDS -> hotSeconds;
            case COMPUTE_FACTOR -> computeFactor;
        };
    }

    public Conditions with(Parameter parameter, double value) {
        return new Conditions(
                parameter == Parameter.WRITE_SHARE ? value : writeShare,
                parameter == Parameter.OTHER_SHARE ? value : otherShare,
                parameter == Parameter.IMBALANCE ? value : imbalance,
                parameter == Parameter.HOT_SECONDS ? value : hotSeconds,
                parameter == Parameter.COMPUTE_FACTOR ? value : computeFactor);
    }
}
