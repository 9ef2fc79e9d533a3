/** The beginning of a text, without half of a character at its end, which PostgreSQL refuses in JSON. */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
