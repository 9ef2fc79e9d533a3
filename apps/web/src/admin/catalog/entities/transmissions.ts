import {
  type Entity,
  makeField,
  nameOf,
  noteFields,
  optionsOf,
  regionsField,
  restrictionFields,
  slugField,
  withRegions,
} from '../entity.ts';

export const transmissionKinds = {
  manual: 'Manual',
  automatic: 'Automatic',
  'dual-clutch': 'Dual clutch',
  cvt: 'CVT',
  direct: 'Direct',
};

export const transmissions: Entity = {
  kind: 'transmissions',
  section: 'transmissions',
  noun: 'transmission',
  title: (transmission) => `${String(transmission.make_name)} ${nameOf(transmission)}`,
  fields: [
    makeField,
    { name: 'name', label: 'Name', as: 'text', maxLength: 200 },
    slugField,
    { name: 'code', label: 'Code', as: 'text', maxLength: 60, optional: true },
    { name: 'kind', label: 'Kind', as: 'select', options: optionsOf(transmissionKinds) },
    { name: 'gears', label: 'Gears', as: 'number', optional: true },
    { name: 'awd', label: 'All-wheel drive', as: 'switch' },
    regionsField,
    { name: 'engines', label: 'Engines', as: 'refs', of: 'engines', wide: true, section: 'Engines' },
    ...restrictionFields,
    ...noteFields,
  ],
  blank: (choices) => ({ ...withRegions(choices), kind: 'automatic' }),
  bulk: ['regions', 'kind', 'gears', 'awd', 'notes', 'tool_restrictions', 'other_role_discounts'],
};
