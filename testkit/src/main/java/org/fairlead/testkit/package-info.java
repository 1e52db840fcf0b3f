// SPDX-License-Identifier: Apache-2.0
/** What several modules are tested by. */
package org.fairlead.testkit;
