import { clampQuantity } from '@tuneport/domain/store/cart';

/** Normalises text typed into a quantity field; anything that is not a number counts as one. */
export const typedQuantity = (text: string): number => {
  const trimmed = text.trim().replace(',', '.');
  return clampQuantity(trimmed === '' ? Number.NaN : Number(trimmed));
};
