// SPDX-License-Identifier: Apache-2.0
/** What the event log of one application tells: executors, stages, tasks, in bounded memory. */
package org.fairlead.diagnosis.log;
