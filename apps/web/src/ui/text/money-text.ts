export { amountText } from '@tuneport/domain/money/money-text';

export type WireMoney = { readonly amount: string; readonly currency: string };

export const isNegative = (amount: string): boolean => amount.startsWith('-') && /[1-9]/.test(amount);
