// SPDX-License-Identifier: Apache-2.0
/** The command line itself: help, completion, what it says of mistakes and of Ctrl-C, and the files that it comes with. */
package org.fairlead.cli.shell;
