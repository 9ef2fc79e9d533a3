/** "1,500.00" and "1 500" without the separators of their thousands; other text as it is. */
export const plainNumber = (text: string): string =>
  /^-?\d{1,3}([\s,]\d{3})+(\.\d+)?$/.test(text) ? text.replace(/[\s,]/g, '') : text;
