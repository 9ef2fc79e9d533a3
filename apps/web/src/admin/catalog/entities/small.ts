import { currencyCodes } from '@tuneport/domain/money/money';
import type { CatalogField } from '../catalog-field.ts';
import {
  type Entity,
  makeField,
  named,
  nameOf,
  optionsOf,
  positionField,
  regionsField,
  slugField,
  withRegions,
} from '../entity.ts';

export const guides: Entity = {
  kind: 'guides',
  section: 'guides',
  noun: 'guide',
  title: nameOf,
  fields: [
    { name: 'title', label: 'Title', as: 'text', maxLength: 200, wide: true },
    {
      ...makeField,
      placeholder: 'All makes',
      optional: true,
      section: 'For',
      hint: 'The most specific guide for a vehicle is shown.',
    } as CatalogField,
    { name: 'model_id', label: 'Model', as: 'ref', of: 'models', nameIn: 'model_name', within: 'make_id' },
    { name: 'year_id', label: 'Year', as: 'ref', of: 'years', nameIn: 'year_name', within: 'make_id' },
    { name: 'engine_id', label: 'Engine', as: 'ref', of: 'engines', nameIn: 'engine_name', within: 'make_id' },
    {
      name: 'transmission_id',
      label: 'Transmission',
      as: 'ref',
      of: 'transmissions',
      nameIn: 'transmission_name',
      within: 'make_id',
    },
    regionsField,
    { name: 'text', label: 'Text', as: 'long-text', rows: 16, section: 'Guide' },
  ],
  blank: withRegions,
  bulk: ['regions'],
};

export const tuneTypes: Entity = {
  kind: 'tune-types',
  section: 'tune-types',
  noun: 'tune type',
  title: nameOf,
  fields: [
    { name: 'name', label: 'Name', as: 'text', maxLength: 100 },
    slugField,
    {
      name: 'group_id',
      label: 'Group',
      as: 'select',
      number: true,
      optional: true,
      options: (choices) => named(choices.tune_type_groups),
    },
    positionField,
    { name: 'is_awd', label: 'For all-wheel drive', as: 'switch' },
    { name: 'is_dsg', label: 'For dual-clutch transmissions', as: 'switch' },
    {
      name: 'categories',
      label: 'Shown on',
      as: 'ticks',
      wide: true,
      options: (choices) => choices.categories.map(({ slug, name }) => ({ value: slug, label: name })),
    },
  ],
  blank: () => ({ position: 0 }),
  bulk: ['group_id', 'categories'],
};

export const tuneTypeGroups: Entity = {
  kind: 'tune-type-groups',
  section: 'tune-types',
  noun: 'tune type group',
  title: nameOf,
  fields: [
    { name: 'name', label: 'Name', as: 'text', maxLength: 100 },
    slugField,
    positionField,
    {
      name: 'types',
      label: 'Tune types',
      as: 'ticks',
      number: true,
      wide: true,
      hint: 'A type can belong to only one group.',
      options: (choices) => named(choices.tune_types),
    },
  ],
  blank: () => ({ position: 0 }),
};

export const priceTiers: Entity = {
  kind: 'tune-pricing-tiers',
  section: 'price-tiers',
  noun: 'price tier',
  title: nameOf,
  fields: [
    { name: 'name', label: 'Name', as: 'text', maxLength: 100 },
    positionField,
    { name: 'prices', label: 'Prices', as: 'prices', wide: true },
  ],
  blank: () => ({ position: 0 }),
};

export const tools: Entity = {
  kind: 'tools',
  section: 'settings',
  noun: 'tool',
  title: nameOf,
  fields: [
    { name: 'name', label: 'Name', as: 'text', maxLength: 100 },
    slugField,
    { name: 'install_fee', label: 'Install fee', as: 'number' },
    { name: 'rental_fee', label: 'Rental fee', as: 'number', optional: true },
    {
      name: 'currency',
      label: 'Fee currency',
      as: 'select',
      options: optionsOf(Object.fromEntries(currencyCodes.map((code) => [code, code]))),
    },
    positionField,
    { name: 'is_fz3', label: 'FlashZilla V3', as: 'switch' },
    { name: 'is_fzl', label: 'FlashZilla Lite', as: 'switch' },
    { name: 'is_benchflash', label: 'Bench flash', as: 'switch' },
    { name: 'is_dealer_ownable', label: 'Dealers can own it', as: 'switch' },
    { name: 'is_inhouse', label: 'In-house only', as: 'switch' },
    { name: 'is_rentable', label: 'For rent', as: 'switch' },
    {
      name: 'product_slug',
      label: 'Product in the store',
      as: 'text',
      maxLength: 120,
      optional: true,
      hint: 'URL slug of the product. The tool uses its name.',
    },
    { name: 'rental_slug', label: 'Rental product', as: 'text', maxLength: 120, optional: true },
    { name: 'loan_slug', label: 'Loaner product', as: 'text', maxLength: 120, optional: true },
    { name: 'description', label: 'Description', as: 'long-text', rows: 3, optional: true },
  ],
  blank: (choices) => ({ position: 0, install_fee: '0', currency: choices.currencies[0] ?? 'USD' }),
};
