/** Which of the equal-cost paths a flow takes, at its arrival and, for Hedera, in rounds. */
package org.fairlead.core.flow.path;
