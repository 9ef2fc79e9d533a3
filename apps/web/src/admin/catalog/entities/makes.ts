import { type Entity, nameOf, optionsOf, regionsField, slugField, withRegions } from '../entity.ts';

export const makes: Entity = {
  kind: 'makes',
  section: 'makes',
  noun: 'make',
  title: nameOf,
  fields: [
    { name: 'name', label: 'Name', as: 'text', maxLength: 200 },
    slugField,
    {
      name: 'prominence',
      label: 'Shown in lists',
      as: 'select',
      options: optionsOf({ popular: 'First, as a popular make', listed: 'Under all makes', hidden: 'Not listed' }),
      hint: 'Makes that are not listed are found by search and by their address.',
    },
    regionsField,
  ],
  blank: (choices) => ({ ...withRegions(choices), prominence: 'listed' }),
  bulk: ['prominence', 'regions'],
};

/** Edited on the page of their make, which gives the years to choose from. */
export const modelOf = (makeId: number, years: readonly { value: string; label: string }[]): Entity => ({
  kind: 'models',
  section: 'makes',
  noun: 'model',
  title: nameOf,
  fields: [
    { name: 'name', label: 'Name', as: 'text', maxLength: 200 },
    slugField,
    {
      name: 'family',
      label: 'Family',
      as: 'text',
      maxLength: 100,
      optional: true,
      hint: 'Groups models in the picker: 320i and 328i are of the 3 Series.',
    },
    regionsField,
    { name: 'years', label: 'Built in', as: 'ticks', number: true, wide: true, options: () => years },
  ],
  blank: (choices) => ({ ...withRegions(choices), make_id: makeId }),
});
