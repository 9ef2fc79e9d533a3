/** The key of the row that sums all values beyond the limit of a breakdown. */
export const othersKey = '(all others)';
