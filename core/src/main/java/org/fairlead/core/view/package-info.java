// SPDX-License-Identifier: Apache-2.0
/** What is known of the cluster at a moment: the load of every link, the state of every host, how old and how sure each figure is. */
package org.fairlead.core.view;
