// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.policy;

import java.util.List;

/**
 * Brings policies. A jar on the class path names its implementations, public classes with a public constructor without arguments, in
 * {@code META-INF/services/org.fairlead.core.policy.PolicyProvider}; then HDFS, Spark, the simulator and the testbed take their policies
 * by name.
 */
public interface PolicyProvider {
    /**
     * Asked whenever a name is looked up: cheap, and always the same. Policies themselves are made when they are used, and may be made
     * several times.
     */
    List<Policy> policies();
}
