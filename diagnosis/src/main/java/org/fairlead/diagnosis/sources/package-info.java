// SPDX-License-Identifier: Apache-2.0
/** Which DataNode or executor gave slower than the others by more than chance, by what executors have seen of their reads. */
package org.fairlead.diagnosis.sources;
