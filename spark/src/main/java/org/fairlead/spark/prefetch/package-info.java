// SPDX-License-Identifier: Apache-2.0
/** Input that an executor fetched before its task reads it: how it is fetched, kept in memory, and how reads are answered from there. */
package org.fairlead.spark.prefetch;
