import { searchWordsMax, withinSlips } from '../catalog/vehicles/vehicle-search.ts';
import { slugOf } from '../site/slug.ts';

/** A filter attribute such as "Connector", with the product's values. */
type ProductAttribute = { readonly name: string; readonly values: readonly string[] };

type ListedProduct = {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly sku: string;
  readonly category: string | null;
  readonly position: number;
  readonly attributes: readonly ProductAttribute[];
};

export const productSorts = ['featured', 'price', '-price', 'name'] as const;
export type ProductSort = (typeof productSorts)[number];

/** Filter values by attribute: OR within an attribute, AND between attributes. */
export type WantedFilters = ReadonlyMap<string, ReadonlySet<string>>;

type Facet = {
  readonly key: string;
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly label: string; readonly count: number }[];
};

/** Parses `connector:obd-ii,fits:diesel` from the URL; invalid parts are ignored. */
export function parseFilters(text: string): WantedFilters {
  const wanted = new Map<string, Set<string>>();
  for (const part of text.split(',')) {
    const [key = '', value = '', ...more] = part.split(':');
    if (key === '' || value === '' || more.length > 0) continue;
    const values = wanted.get(key) ?? new Set();
    wanted.set(key, values.add(value));
  }
  return wanted;
}

export const filterText = (wanted: WantedFilters): string =>
  [...wanted].flatMap(([key, values]) => [...values].map((value) => `${key}:${value}`)).join(',');

type Searched = Omit<ListedProduct, 'category' | 'position'>;
type Indexed = {
  readonly text: string;
  readonly words: readonly string[];
  readonly facets: readonly {
    readonly key: string;
    readonly name: string;
    readonly values: readonly { readonly value: string; readonly label: string }[];
  }[];
};

const indexed = new WeakMap<Searched, Indexed>();

/** What lists compare, made once per product: visitors can ask for any number of different lists. */
function indexOf(product: Searched): Indexed {
  const known = indexed.get(product);
  if (known) return known;
  const { name, summary, sku, slug, attributes } = product;
  const text = [name, summary, sku, slug, ...attributes.flatMap(({ values }) => values)].join(' ').toLowerCase();
  const index: Indexed = {
    text,
    words: [...new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])],
    facets: attributes.map((attribute) => ({
      key: slugOf(attribute.name),
      name: attribute.name,
      values: attribute.values.map((label) => ({ value: slugOf(label), label })),
    })),
  };
  indexed.set(product, index);
  return index;
}

function fits(product: ListedProduct, wanted: WantedFilters, except?: string): boolean {
  for (const [key, values] of wanted) {
    if (key === except) continue;
    const has = indexOf(product).facets.filter((facet) => facet.key === key);
    if (!has.some((facet) => facet.values.some(({ value }) => values.has(value)))) return false;
  }
  return true;
}

/** Every search word matches a word of the product, exactly or approximately. */
export function matchesProduct(product: Searched, search: string): boolean {
  const { text, words: own } = indexOf(product);
  const isMisspelt = (word: string) =>
    word.length >= 4 && !/\d/.test(word) && own.some((other) => withinSlips(word, other, word.length >= 8 ? 2 : 1));
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, searchWordsMax);
  return words.every((word) => text.includes(word) || isMisspelt(word));
}

type Input = {
  readonly category?: string | undefined;
  readonly filters: WantedFilters;
  readonly search?: string | undefined;
  readonly sort: ProductSort;
};

/**
 * The matching products in order, and the available filter values. Each count is the number of results with that value
 * and the other filters unchanged, so no value leads to an empty list.
 */
export function listProducts<P extends ListedProduct>(
  products: readonly P[],
  input: Input,
  priceOf: (product: P) => bigint | null,
): { readonly found: P[]; readonly facets: Facet[]; readonly categoryCounts: ReadonlyMap<string, number> } {
  const matching = input.search
    ? products.filter((product) => matchesProduct(product, input.search ?? ''))
    : [...products];
  const categoryCounts = new Map<string, number>();
  for (const product of matching.filter((one) => fits(one, input.filters)))
    if (product.category !== null)
      categoryCounts.set(product.category, (categoryCounts.get(product.category) ?? 0) + 1);
  const here = input.category ? matching.filter(({ category }) => category === input.category) : matching;
  const found = here.filter((product) => fits(product, input.filters)).sort(byInput(input.sort, priceOf));
  return { found, facets: facetsOf(here, input.filters), categoryCounts };
}

function facetsOf(products: readonly ListedProduct[], wanted: WantedFilters): Facet[] {
  const names = new Map<string, { name: string; values: Map<string, { label: string; count: number }> }>();
  for (const product of products) {
    for (const { key, name, values } of indexOf(product).facets) {
      const facet = names.get(key) ?? { name, values: new Map() };
      names.set(key, facet);
      const counts = fits(product, wanted, key) ? 1 : 0;
      for (const { value, label } of values) {
        const known = facet.values.get(value) ?? { label, count: 0 };
        facet.values.set(value, { label: known.label, count: known.count + counts });
      }
    }
  }
  return [...names].map(([key, { name, values }]) => ({
    key,
    name,
    values: [...values].map(([value, { label, count }]) => ({ value, label, count })).sort(byLabel),
  }));
}

let collator: Intl.Collator | undefined;
/** One collator for all comparisons: `localeCompare` with options makes one for each. */
function byText(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

const byLabel = (a: { label: string }, b: { label: string }) => byText(a.label, b.label);

function byInput<P extends ListedProduct>(sort: ProductSort, priceOf: (product: P) => bigint | null) {
  const featured = (a: P, b: P) => a.position - b.position || byText(a.name, b.name);
  if (sort === 'featured') return featured;
  if (sort === 'name') return (a: P, b: P) => byText(a.name, b.name);
  const prices = new Map<P, bigint | null>();
  const known = (product: P) => {
    const price = prices.get(product);
    if (price !== undefined) return price;
    const made = priceOf(product);
    prices.set(product, made);
    return made;
  };
  return (a: P, b: P) => {
    const [first, second] = [known(a), known(b)];
    // Products without a price are last in either direction.
    if (first === null || second === null) return first === second ? featured(a, b) : first === null ? 1 : -1;
    const order = first < second ? -1 : first > second ? 1 : 0;
    return (sort === 'price' ? order : -order) || featured(a, b);
  };
}
