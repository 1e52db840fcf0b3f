// SPDX-License-Identifier: Apache-2.0
/** How long an application would have taken if tasks had taken other times: its tasks again, on its slots. */
package org.fairlead.diagnosis.replay;
