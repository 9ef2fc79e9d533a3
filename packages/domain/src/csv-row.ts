/** Text that a spreadsheet would take for a formula gets an apostrophe; a number, also a negative one, stays a number. */
export type CsvValue = string | number | { readonly number: string };

const live = /^[=+\-@\t\r\0]/;

const cell = (value: CsvValue): string => {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.number;
  const text = live.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvRow = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;
