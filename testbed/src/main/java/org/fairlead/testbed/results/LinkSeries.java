package org.fairlead.testbed.results;

import java.util.List;

/**
 * What one directed link carried during a round.
 *
 * @param capacity in bytes per second on the wire
 * @param bytesPerSecond one mean rate a second from the start of the round, on the wire
 */
public record LinkSeries(String link, double capacity, List<Double> bytesPerSecond) {}
