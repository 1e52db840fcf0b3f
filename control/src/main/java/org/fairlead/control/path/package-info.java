// SPDX-License-Identifier: Apache-2.0
/** Plans the paths of what applications request, and gives the plan to those who carry it out. */
package org.fairlead.control.path;
