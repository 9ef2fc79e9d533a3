/** Only these parameters change a public page; campaign parameters must not create separate cache entries. */
export const pageQuery = [
  'page',
  'search',
  'sort',
  'category',
  'filter',
  'filters',
  'make',
  'fuel',
  'aspiration',
  'gain',
  'price',
  'at',
  'own',
  'near',
  'specialization',
  'tag',
  'tool',
  'dyno',
  'tunes',
  'tune',
  'add',
  'tcu',
  'tcu-add',
  'dsg',
  'awd',
  'awd-add',
  'transmission',
  'power',
  'vehicle',
  'code',
  'installer',
  'currency',
  'purchase',
  'unavailable',
  // The result of a form that was sent without script.
  'sent',
  'done',
  'reason',
  'newsletter',
  // The unit converter.
  'quantity',
  'value',
  'from',
  'to',
];

/**
 * The address under which a shared page is cached: the URL with only these parameters, in a fixed order. The others are
 * removed from `url` itself, so that the page is rendered without them.
 */
export function sharedAddress(url: URL): string {
  if (url.search === '') return url.pathname;
  for (const name of [...url.searchParams.keys()]) if (!pageQuery.includes(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.pathname + url.search;
}
