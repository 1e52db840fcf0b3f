// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.transfer;

import java.util.OptionalLong;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;

/**
 * A transfer that a decision set going.
 *
 * @param path the file that is written; empty for a read, which ends by time alone
 * @param model where it is reserved
 * @param committed its number there; empty when it has yet to be reserved
 * @param transfer what it uses
 * @param nowNanos when it was decided
 * @param ours whether our decision counted, or stock's
 * @param compared whether its duration goes into the canary's comparison
 */
public record StartedTransfer(
        String path,
        LoadModel model,
        OptionalLong committed,
        Transfer transfer,
        long nowNanos,
        boolean ours,
        boolean compared) {}
