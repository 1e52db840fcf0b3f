// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.policy;

/** An entry of the registry: what a policy is called, what it is, and, in the records that implement this, how one is made. */
public interface Policy {
    /**
     * The name under which configuration, options and reports know it: a small letter or digit, then at most 63 more of these or of
     * {@code . _ : + -}.
     */
    String name();

    /** What it does, in one line for people. */
    String description();

    PolicyKind<?> kind();
}
