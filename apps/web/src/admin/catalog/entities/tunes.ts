import { currencyCodes } from '@tuneport/domain/money/money';
import type { CatalogField } from '../catalog-field.ts';
import {
  type Entity,
  named,
  nameOf,
  noteFields,
  optionsOf,
  positionField,
  regionsField,
  slugField,
} from '../entity.ts';

const same = (values: readonly string[]) => optionsOf(Object.fromEntries(values.map((value) => [value, value])));
const power = same(['hp', 'PS', 'kW']);
const torque = same(['lb-ft', 'Nm']);

const figure = (name: string, label: string, units: typeof power, section?: string): readonly CatalogField[] => [
  { name, label, as: 'number', optional: true, section },
  { name: `${name}_unit`, label: `${label}, unit`, as: 'select', options: units },
];

export const tunes: Entity = {
  kind: 'tunes',
  section: 'tunes',
  noun: 'tune',
  title: nameOf,
  fields: [
    { name: 'name', label: 'Name', as: 'text', maxLength: 200 },
    slugField,
    { name: 'part_number', label: 'Part number', as: 'text', maxLength: 60, optional: true },
    positionField,
    { name: 'is_stock', label: 'Stock', as: 'switch', hint: 'The vehicle before any tune.' },
    { name: 'optional', label: 'Add-on', as: 'switch', hint: 'Bought in addition to a main tune, not instead of it.' },
    regionsField,
    {
      name: 'tune_types',
      label: 'Tune types',
      as: 'ticks',
      number: true,
      wide: true,
      options: (choices) => named(choices.tune_types),
    },
    {
      name: 'tier_id',
      label: 'Price tier',
      as: 'select',
      number: true,
      optional: true,
      section: 'Prices',
      options: (choices) => named(choices.tiers),
    },
    { name: 'prices', label: 'Custom prices', as: 'prices', wide: true, hint: 'Override the prices of the tier.' },
    { name: 'cost', label: 'Cost', as: 'number', optional: true, hint: 'Internal only.' },
    { name: 'cost_currency', label: 'Cost currency', as: 'select', optional: true, options: same(currencyCodes) },
    ...figure('horsepower', 'Horsepower', power, 'Figures'),
    ...figure('torque', 'Torque', torque),
    ...figure('torque_limit', 'Torque limit', torque),
    ...figure('crank_horsepower', 'Crank horsepower', power),
    ...figure('crank_torque', 'Crank torque', torque),
    {
      name: 'figures_basis',
      label: 'Source of figures',
      as: 'select',
      options: optionsOf({ stated: 'Stated by us', factory: 'Factory figures', estimated: 'Estimated' }),
    },
    {
      name: 'power_gain_percent',
      label: 'Power gain',
      as: 'number',
      unit: '%',
      optional: true,
      hint: 'Shown as an estimate if the tune has no figures.',
    },
    { name: 'torque_gain_percent', label: 'Torque gain', as: 'number', unit: '%', optional: true },
    {
      name: 'tools',
      label: 'Compatible tools',
      as: 'ticks',
      number: true,
      wide: true,
      section: 'Tools and other tunes',
      options: (choices) => named(choices.tools),
    },
    { name: 'requires', label: 'Requires', as: 'refs', of: 'tunes', hint: 'Added with this tune.' },
    { name: 'recommended', label: 'Recommended', as: 'refs', of: 'tunes', hint: 'Offered with this tune.' },
    { name: 'give_split_credits', label: 'Gives split credits', as: 'switch', section: 'Split credits' },
    { name: 'split_ecu_credit_amt', label: 'ECU credits', as: 'number' },
    { name: 'split_tcu_credit_amt', label: 'TCU credits', as: 'number' },
    { name: 'split_awd_credit_amt', label: 'AWD credits', as: 'number' },
    { name: 'split_credit_dealer_text', label: 'Text for dealers', as: 'long-text', rows: 2, optional: true },
    ...noteFields,
  ],
  blank: ({ defaults }) => ({
    regions: defaults.default_regions,
    tier_id: defaults.default_tier_id,
    position: 0,
    split_ecu_credit_amt: 0,
    split_tcu_credit_amt: 0,
    split_awd_credit_amt: 0,
    horsepower_unit: defaults.horsepower_unit,
    crank_horsepower_unit: defaults.horsepower_unit,
    torque_unit: defaults.torque_unit,
    crank_torque_unit: defaults.torque_unit,
    torque_limit_unit: 'Nm',
    figures_basis: 'stated',
  }),
  bulk: ['tier_id', 'regions', 'optional', 'tune_types', 'tools', 'prices', 'give_split_credits', 'notes', 'position'],
};
