// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import java.io.IOException;

/** What is slow until it is closed. */
public interface SlowPart extends AutoCloseable {
    @Override
    void close() throws IOException;
}
