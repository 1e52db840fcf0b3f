// SPDX-License-Identifier: Apache-2.0
/** Forwarding by tables in switches alone: by which links each switch sends, which flows are pinned above that, and in which order switches are told. */
package org.fairlead.core.network.forwarding;
