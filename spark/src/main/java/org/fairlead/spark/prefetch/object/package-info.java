// SPDX-License-Identifier: Apache-2.0
/** S3A's streams, where what is held of an object is read from memory. What extends Hadoop's classes for S3A is loaded by S3A alone. */
package org.fairlead.spark.prefetch.object;
