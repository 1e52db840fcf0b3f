// SPDX-License-Identifier: Apache-2.0
/** Views out: published a few times in an interval, sent in whole or as what changed, awaited by long polls. */
package org.fairlead.control.view;
