// SPDX-License-Identifier: Apache-2.0
/**
 * Which policies there are, by name: ours and those that other jars on the class path bring. Stands below the packages whose policies it
 * names, and knows none of them.
 */
package org.fairlead.core.policy;
