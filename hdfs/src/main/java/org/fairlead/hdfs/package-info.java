// SPDX-License-Identifier: Apache-2.0
/** Plug-ins that run inside unpatched NameNodes and DataNodes: configuration, life cycle, what ties the decisions together. */
package org.fairlead.hdfs;
