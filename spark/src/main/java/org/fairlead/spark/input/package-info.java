// SPDX-License-Identifier: Apache-2.0
/** What each task of a stage reads: from blocks of files or from the output of earlier tasks, and how many bytes; the broadcast variables that come before. */
package org.fairlead.spark.input;
