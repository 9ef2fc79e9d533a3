import type { CallInput, CallReply } from '@tuneport/contract/index';
import { slugOf } from '@tuneport/domain/site/slug';
import { stateOptions } from '@tuneport/domain/states/machine';
import { productArts, productMachine } from '@tuneport/domain/store/product';
import { capitalized } from '@tuneport/domain/text/capitalized';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { FormValue, FormValues } from '../../../ui/form/merge.ts';

// A product as form values. A form compares and merges plain values, so lists are represented as readable text lines.

export type AdminProduct = CallReply<'GET /v1/admin/products/:id'>;
type ProductInput = CallInput<'POST /v1/admin/products'>['body'];
export type Choices = {
  readonly categories: readonly { slug: string; name: string }[];
  readonly shippingClasses: readonly { slug: string; name: string }[];
};

const none = '-';
const word = (value: string | null | undefined) =>
  value == null || value.trim() === '' ? none : value.replace(/\s+/g, '');
const unword = (value: string | undefined) => (value === undefined || value === none ? '' : value);
const orNull = (value: string) => (value === '' ? null : value);

/** "CAD 749 599 -": currency, price, dealer price, deposit. */
type PriceLine = { currency: string; price: string; dealer_price: string; deposit: string };
export const priceLine = (row: {
  currency: string;
  price: string;
  dealer_price?: string | null;
  deposit?: string | null;
}) => [row.currency, word(row.price), word(row.dealer_price), word(row.deposit)].join(' ');
export function priceOf(line: string): PriceLine {
  const [currency = '', price, dealer, deposit] = line.split(' ');
  return { currency, price: unword(price), dealer_price: unword(dealer), deposit: unword(deposit) };
}

/** "Cable⇥OBD-II, 3 m⇥CAD 25 20; USD 19 -": one line per selection, in order. */
export type SelectionLine = { option: string; name: string; prices: readonly PriceLine[] };
const plain = (text: string) => text.replace(/[\t\n]/g, ' ');
export const selectionLine = ({
  option,
  name,
  prices,
}: {
  option: string;
  name: string;
  prices: readonly Omit<PriceLine, 'deposit'>[];
}) =>
  [
    plain(option),
    plain(name),
    prices.map((price) => priceLine({ ...price, deposit: null }).replace(/ -$/, '')).join('; '),
  ].join('\t');
export function selectionOf(line: string): SelectionLine {
  const [option = '', name = '', prices = ''] = line.split('\t');
  return { option, name, prices: prices === '' ? [] : prices.split('; ').map(priceOf) };
}

export const imageLine = ({ id, alt }: { id: number; alt: string }) => `${id}\t${plain(alt)}`;
export function imageOf(line: string): { id: number; alt: string } {
  const [id = '', alt = ''] = line.split('\t');
  return { id: Number(id), alt };
}

/** "Connection: OBD-II, Bench", one line each. */
const attributeText = (attributes: AdminProduct['attributes']) =>
  attributes.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('\n');
const attributesOf = (text: string) =>
  linesOf(text).map((line) => {
    const [name = '', ...values] = line.split(':');
    return {
      name: name.trim(),
      values: values
        .join(':')
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    };
  });

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const list = (value: FormValue | undefined): readonly string[] => (Array.isArray(value) ? value : []);
const textOf = (value: FormValue | undefined): string => (value == null ? '' : String(value));

export const shownProduct = (product: AdminProduct): FormValues => ({
  name: product.name,
  slug: product.slug,
  summary: product.summary,
  description: product.description,
  sku: product.sku,
  state: product.state,
  category: product.category ?? '',
  shipping_class: product.shipping_class ?? '',
  weight_g: String(product.weight_g),
  position: String(product.position),
  regions: product.regions.map(String),
  is_digital: product.is_digital,
  tracks_stock: product.tracks_stock,
  back_orders: product.back_orders,
  low_stock_at: product.low_stock_at === null ? '' : String(product.low_stock_at),
  shortage_switch: product.shortage_switch ?? '',
  is_rental: product.is_rental,
  is_loaner: product.is_loaner,
  art: product.art,
  highlights: product.highlights.join('\n'),
  included: product.included.join('\n'),
  attributes: attributeText(product.attributes),
  prices: product.prices.map(priceLine),
  options: product.options.flatMap(({ name: option, selections }) =>
    selections.map(({ name, prices }) =>
      selectionLine({
        option,
        name,
        prices: prices.map((price) => ({ ...price, dealer_price: price.dealer_price ?? '' })),
      }),
    ),
  ),
  images: product.images.map(imageLine),
});

export const blankProduct: FormValues = {
  name: '',
  slug: '',
  summary: '',
  description: '',
  sku: '',
  state: 'draft',
  category: '',
  shipping_class: 'parcel',
  weight_g: '0',
  position: '0',
  regions: ['1', '2'],
  is_digital: false,
  tracks_stock: true,
  back_orders: false,
  low_stock_at: '',
  shortage_switch: '',
  is_rental: false,
  is_loaner: false,
  art: 'parcel',
  highlights: '',
  included: '',
  attributes: '',
  prices: [],
  options: [],
  images: [],
};

export function sentProduct(values: FormValues): ProductInput {
  const options: { name: string; selections: NonNullable<ProductInput['options']>[number]['selections'] }[] = [];
  for (const { option, name, prices } of list(values.options).map(selectionOf)) {
    const known = options.find((one) => one.name === option);
    const selection = {
      name,
      prices: prices
        .filter(({ price }) => price !== '')
        .map(({ currency, price, dealer_price }) => ({ currency, price, dealer_price: orNull(dealer_price) })),
    };
    if (known) known.selections.push(selection);
    else options.push({ name: option, selections: [selection] });
  }
  return {
    name: textOf(values.name),
    slug: textOf(values.slug),
    summary: textOf(values.summary),
    description: textOf(values.description),
    sku: textOf(values.sku),
    state: textOf(values.state),
    category: orNull(textOf(values.category)),
    shipping_class: orNull(textOf(values.shipping_class)),
    weight_g: textOf(values.weight_g) || 0,
    position: textOf(values.position) || 0,
    regions: list(values.regions).map((region) => (region === '2' ? 2 : 1)),
    is_digital: values.is_digital === true,
    tracks_stock: values.tracks_stock === true,
    back_orders: values.back_orders === true,
    low_stock_at: orNull(textOf(values.low_stock_at)),
    shortage_switch: (orNull(textOf(values.shortage_switch)) as 'fz' | 'fzl' | null) ?? null,
    is_rental: values.is_rental === true,
    is_loaner: values.is_loaner === true,
    art: textOf(values.art) as AdminProduct['art'],
    highlights: linesOf(textOf(values.highlights)),
    included: linesOf(textOf(values.included)),
    attributes: attributesOf(textOf(values.attributes)),
    prices: list(values.prices)
      .map(priceOf)
      .map(({ currency, price, dealer_price, deposit }) => ({
        currency,
        price,
        dealer_price: orNull(dealer_price),
        deposit: orNull(deposit),
      })),
    options,
    images: list(values.images).map(imageOf),
  };
}

/** An error at `prices.0.price` is shown at the prices field. */
export const fieldOf = (name: string): string => name.split('.')[0] ?? name;

/** Letters and digits with single hyphens. */
const plainSlug = (name: string): string =>
  name.trim() === ''
    ? ''
    : slugOf(name)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');

export const productFields = ({ categories, shippingClasses }: Choices): readonly FormField[] => [
  { name: 'name', label: 'Name', kind: 'text', maxLength: 120, section: 'Product details' },
  {
    name: 'slug',
    label: 'URL slug',
    kind: 'text',
    maxLength: 80,
    derivedFrom: { name: 'name', as: plainSlug },
    hint: 'The page is at /products/ followed by this slug.',
  },
  {
    name: 'summary',
    label: 'Summary',
    kind: 'textarea',
    rows: 2,
    maxLength: 300,
    wide: true,
    hint: 'One or two sentences for lists and search engines.',
  },
  {
    name: 'description',
    label: 'Description',
    kind: 'textarea',
    rows: 6,
    maxLength: 10_000,
    wide: true,
    optional: true,
    hint: 'A blank line starts a new paragraph.',
  },
  { name: 'sku', label: 'SKU', kind: 'text', maxLength: 60, optional: true },
  {
    name: 'state',
    label: 'Status',
    kind: 'select',
    options: stateOptions(productMachine),
  },
  {
    name: 'category',
    label: 'Category',
    kind: 'select',
    placeholder: 'None',
    options: categories.map(({ slug, name }) => ({ value: slug, label: name })),
  },
  { name: 'position', label: 'Sort order', kind: 'number', min: 0, hint: 'Lowest first.' },
  { name: 'highlights', label: 'Highlights', kind: 'textarea', rows: 4, optional: true, hint: 'One per line.' },
  { name: 'included', label: 'In the box', kind: 'textarea', rows: 4, optional: true, hint: 'One per line.' },
  {
    name: 'attributes',
    label: 'Filters',
    kind: 'textarea',
    rows: 3,
    wide: true,
    optional: true,
    hint: 'One per line: Connection: OBD-II, Bench',
  },
  { name: 'regions', label: 'Sold in', kind: 'text', section: 'Regions and prices' },
  { name: 'prices', label: 'Prices', kind: 'text', wide: true },
  { name: 'options', label: 'Options', kind: 'text', wide: true },
  {
    name: 'shipping_class',
    label: 'Shipping class',
    kind: 'select',
    placeholder: 'Not shipped',
    options: shippingClasses.map(({ slug, name }) => ({ value: slug, label: name })),
    section: 'Shipping and stock',
    when: (values) => values.is_digital !== true,
  },
  {
    name: 'weight_g',
    label: 'Weight',
    kind: 'number',
    unit: 'g',
    min: 0,
    when: (values) => values.is_digital !== true,
  },
  { name: 'is_digital', label: 'Delivered by download', kind: 'switch' },
  { name: 'tracks_stock', label: 'Track stock', kind: 'switch' },
  { name: 'back_orders', label: 'Allow back-orders', kind: 'switch' },
  {
    name: 'low_stock_at',
    label: 'Low stock threshold',
    kind: 'number',
    min: 0,
    optional: true,
    hint: 'Pieces available at a location. Leave blank for the threshold in the settings.',
    when: (values) => values.tracks_stock === true,
  },
  {
    name: 'shortage_switch',
    label: 'Shortage notice',
    kind: 'select',
    placeholder: 'None',
    options: [
      { value: 'fz', label: 'FlashZilla' },
      { value: 'fzl', label: 'FlashZilla Lite' },
    ],
    hint: 'While the notice is on in the settings, orders ship from the month it names.',
  },
  { name: 'is_rental', label: 'Available for rent', kind: 'switch' },
  { name: 'is_loaner', label: 'Loaned against a deposit', kind: 'switch' },
  {
    name: 'art',
    label: 'Drawing',
    kind: 'select',
    options: productArts.map((art) => ({ value: art, label: capitalized(art) })),
    hint: 'Shown until you add an image.',
    section: 'Images',
  },
  { name: 'images', label: 'Images', kind: 'text', wide: true },
];

export const fieldLabels: Readonly<Record<string, string>> = Object.fromEntries(
  productFields({ categories: [], shippingClasses: [] }).map(({ name, label }) => [name, label]),
);
