/** "Bench & parts" becomes `bench-parts`. */
export const slugFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

const fieldNames: Readonly<Record<string, string>> = { slug: 'URL slug' };

/** `rows.2.slug` becomes "Row 3, URL slug". */
export function rowLabel(path: string): string {
  const [, at = '', field = ''] = path.split('.');
  if (at === '') return '';
  return `Row ${Number(at) + 1}${field ? `, ${fieldNames[field] ?? field}` : ''}`;
}
