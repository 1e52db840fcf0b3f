// SPDX-License-Identifier: Apache-2.0
/** Plans ahead which task of a stage each slot is to get, and learns from tasks that ended what plans stand on. Events in, plans out; no engine, no thread, no clock. */
package org.fairlead.core.plan;
