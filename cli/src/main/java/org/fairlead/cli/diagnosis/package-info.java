// SPDX-License-Identifier: Apache-2.0
/** Why an application was slow, by its own log. */
package org.fairlead.cli.diagnosis;
