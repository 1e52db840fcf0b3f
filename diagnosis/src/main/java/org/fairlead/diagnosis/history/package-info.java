// SPDX-License-Identifier: Apache-2.0
/** Event logs of a history server of Spark. */
package org.fairlead.diagnosis.history;
