import { slugOf } from '@tuneport/domain/site/slug';
import { stateOptions } from '@tuneport/domain/states/machine';
import { productArts, productMachine } from '@tuneport/domain/store/product';
import { capitalized } from '@tuneport/domain/text/capitalized';
import type { FormField } from '../../../ui/form/form-fields.ts';

export type Choices = {
  readonly categories: readonly { slug: string; name: string }[];
  readonly shippingClasses: readonly { slug: string; name: string }[];
};

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
