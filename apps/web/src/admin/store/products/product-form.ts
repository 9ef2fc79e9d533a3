import type { CallInput, CallReply } from '@tuneport/contract/index';
import type { FormValue, FormValues } from '../../../ui/form/merge.ts';
import { imageLine, imageOf, priceLine, priceOf, selectionLine, selectionOf } from './product-lines.ts';

// A product as form values, and the form values as a product.

export type AdminProduct = CallReply<'GET /v1/admin/products/:id'>;
type ProductInput = CallInput<'POST /v1/admin/products'>['body'];

const orNull = (value: string) => (value === '' ? null : value);

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
