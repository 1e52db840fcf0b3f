// SPDX-License-Identifier: Apache-2.0
/** What a slot gets when it is offered to a stage: by its plan, or by the engine, and for how long slots may stay free. */
package org.fairlead.core.plan.offer;
