// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

/** What became of a request for input ahead of its task: whether the task was launched where it was asked for, and if not, why. */
public enum RequestEnd {
    /** The task was launched there and read it, or the part that had come. */
    READ("read", true),
    /** The task was launched there before anything was on its way, for lack of memory. */
    NOT_BEGUN("not begun", true),
    /** The attempt that was launched there was killed. */
    KILLED("killed", true),
    /** The task was launched on another machine. */
    ELSEWHERE("elsewhere", false),
    /** Before the launch nobody asked for it there any more. */
    CHANGED("changed", false),
    /** The same, but then the task was launched there all the same. */
    REGRETTED("regretted", false),
    /** The run ended before the task was launched. */
    NEVER("never", false),
    /** It was larger than the machine's memory. */
    TOO_LARGE("too large", false);

    private final String label;
    private final boolean right;

    RequestEnd(String label, boolean right) {
        this.label = label;
        this.right = right;
    }

    /** For people. */
    public String label() {
        return label;
    }

    /** Whether the task was launched where the request said. */
    public boolean isRight() {
        return right;
    }
}
