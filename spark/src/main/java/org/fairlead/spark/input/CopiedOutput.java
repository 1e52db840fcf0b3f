// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

/** Where blocks of map output are copied to, so that tasks are drawn there. Safe for threads, quick. */
public interface CopiedOutput {
    /** Nothing is. */
    CopiedOutput NONE = new CopiedOutput() {
        @Override
        public boolean isCopied(int shuffle) {
            return false;
        }

        @Override
        public String hostOfCopy(int shuffle, long map, int reduce) {
            return "";
        }
    };

    /** Whether any block of a shuffle is. */
    boolean isCopied(int shuffle);

    /**
     * The host, as Spark names it, on which a block's copy is; the empty text where there is none.
     *
     * @param map the map task's unique id
     */
    String hostOfCopy(int shuffle, long map, int reduce);
}
