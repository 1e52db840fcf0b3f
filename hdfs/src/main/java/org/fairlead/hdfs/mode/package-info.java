/** Whether our decisions count: off, observe, canary, enforce, switched while the NameNode runs; and what a canary shows. */
package org.fairlead.hdfs.mode;
