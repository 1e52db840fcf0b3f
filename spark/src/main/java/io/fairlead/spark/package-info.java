/** What users write into {@code spark.plugins}. */
package io.fairlead.spark;
