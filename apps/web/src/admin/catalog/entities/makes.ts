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
      label: 'Visibility',
      as: 'select',
      options: optionsOf({ popular: 'Popular, listed first', listed: 'Listed under all makes', hidden: 'Not listed' }),
      hint: 'Unlisted makes can still be found by search or URL.',
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
      hint: 'Groups models in the picker: 320i and 328i belong to the 3 Series.',
    },
    regionsField,
    { name: 'years', label: 'Model years', as: 'ticks', number: true, wide: true, options: () => years },
  ],
  blank: (choices) => ({ ...withRegions(choices), make_id: makeId }),
});
