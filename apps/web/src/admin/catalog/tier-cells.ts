import type { CallReply } from '@tuneport/contract/index';
import { call } from '../../platform/api/browser.ts';
import type { FormField } from '../../ui/form/form-fields.ts';
import type { CellEdit } from '../../ui/list/table/EditableCell.tsx';
import { cellConflict, savedCell } from '../record/noun/noun-cells.ts';

export type Tier = CallReply<'GET /tune-pricing-tiers'>['data'][number];
type Price = Tier['prices'][number];

/** The price that a cell of the list edits; those in other currencies are edited on the page of the tier. */
export const mainTierPrice = ({ prices }: { readonly prices: readonly Price[] }): Price | undefined =>
  prices.find(({ currency }) => currency === 'CAD') ?? prices[0];

const fields: readonly (FormField & { name: 'baseprice' | 'dealerprice' })[] = [
  { name: 'baseprice', label: 'List price', kind: 'number', min: 0, step: 'any' },
  { name: 'dealerprice', label: 'Dealer price', kind: 'number', min: 0, step: 'any', optional: true },
];
const fieldOf = (name: string) => fields.find((field) => field.name === name) ?? null;
const valueIn = (field: FormField, tier: { readonly prices: readonly Price[] }) =>
  mainTierPrice(tier)?.[field.name as 'baseprice' | 'dealerprice'] ?? '';

export const tierCells: CellEdit<Tier> = {
  field: fieldOf,
  value: (row, field) => valueIn(field, row),
  save: (row, field, value) =>
    savedCell(async () => {
      const params = { id: row.id };
      const tier = await call('GET /tune-pricing-tiers/:id', { params });
      if (valueIn(field, tier) !== valueIn(field, row)) return cellConflict;
      const main = mainTierPrice(tier);
      if (!main) return { kind: 'failed', message: 'This tier has no price yet. Add one on its page.' };
      const text = String(value ?? '').trim();
      const prices = tier.prices.map((price) =>
        price.currency === main.currency ? { ...price, [field.name]: text === '' ? null : text } : price,
      );
      await call('PATCH /tune-pricing-tiers/:id', { params, body: { prices }, readAt: tier.updated_at });
      return { kind: 'saved' };
    }),
};
