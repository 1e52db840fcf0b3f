// SPDX-License-Identifier: Apache-2.0
/** What users write into {@code spark.plugins}. */
package io.fairlead.spark;
