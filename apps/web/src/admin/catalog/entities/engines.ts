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

export const fuels = {
  petrol: 'Petrol',
  diesel: 'Diesel',
  flex: 'Flex fuel',
  cng: 'Natural gas',
  lpg: 'LPG',
  electric: 'Electric',
  hydrogen: 'Hydrogen',
  other: 'Other',
};
export const aspirations = {
  natural: 'Natural',
  turbo: 'Turbo',
  supercharged: 'Supercharged',
  twincharged: 'Twincharged',
  electric: 'Electric',
};

export const engines: Entity = {
  kind: 'engines',
  section: 'engines',
  noun: 'engine',
  title: (engine) => `${String(engine.make_name)} ${nameOf(engine)}`,
  fields: [
    makeField,
    { name: 'name', label: 'Name', as: 'text', maxLength: 200 },
    slugField,
    {
      name: 'generation',
      label: 'Generation',
      as: 'text',
      maxLength: 60,
      optional: true,
      hint: 'Distinguishes engines with the same name, for example by years.',
    },
    { name: 'code', label: 'Code', as: 'text', maxLength: 60, optional: true },
    regionsField,
    { name: 'displacement_l', label: 'Displacement', as: 'number', unit: 'l', optional: true, section: 'Facts' },
    { name: 'cylinders', label: 'Cylinders', as: 'number', optional: true },
    { name: 'fuel', label: 'Fuel', as: 'select', options: optionsOf(fuels) },
    { name: 'aspiration', label: 'Aspiration', as: 'select', options: optionsOf(aspirations) },
    {
      name: 'hybrid',
      label: 'Hybrid',
      as: 'select',
      options: optionsOf({ none: 'No', hybrid: 'Hybrid', 'plug-in': 'Plug-in' }),
    },
    { name: 'power_hp', label: 'Stock power', as: 'number', unit: 'hp', optional: true },
    { name: 'torque_nm', label: 'Stock torque', as: 'number', unit: 'Nm', optional: true },
    { name: 'vehicles', label: 'Vehicles', as: 'vehicles', wide: true, section: 'Vehicles' },
    { name: 'transmissions', label: 'Transmissions', as: 'refs', of: 'transmissions', wide: true },
    ...restrictionFields,
    ...noteFields,
  ],
  blank: (choices) => ({ ...withRegions(choices), fuel: 'petrol', aspiration: 'natural', hybrid: 'none' }),
  bulk: ['regions', 'fuel', 'aspiration', 'hybrid', 'cylinders', 'notes', 'tool_restrictions', 'other_role_discounts'],
};
