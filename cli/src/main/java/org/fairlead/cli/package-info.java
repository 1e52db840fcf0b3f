// SPDX-License-Identifier: Apache-2.0
/** The {@code fairlead} command: a package for each group of commands, one class a command, each thin over the module that does the work. */
package org.fairlead.cli;
