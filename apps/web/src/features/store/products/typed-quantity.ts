import { clampQuantity } from '@tuneport/domain/store/cart';

/** What was typed into a quantity field, as the field takes it: what is no number counts as one. */
export const typedQuantity = (text: string): number => {
  const trimmed = text.trim().replace(',', '.');
  return clampQuantity(trimmed === '' ? Number.NaN : Number(trimmed));
};
