// SPDX-License-Identifier: Apache-2.0
// Figures as the pages of logs write them, and text as text.
const share = (value) => (value === null ? '–' : amount(value, 'share'));
const atMost = (value) => (value === null ? '–' : Math.ceil(100 * value - 1e-9) + ' %');
const seconds = (value) => (value === null ? '–' : value >= 3600 ? digits(value / 3600) + ' h' : value >= 60 ? digits(value / 60) + ' min' : amount(value, 's'));
const bytes = (value) => (value === null ? '–' : amount(value, 'bytes'));
const text = (id, words) => byId(id).replaceChildren(words);
