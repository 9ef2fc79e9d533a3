/** Labels shared by sales and discount codes. */
export const discountTypes = { site: 'Everything', tunes: 'Tunes', products: 'Products' } as const;
export const discountAmountTypes = { percent: 'percent', dollar: 'amount in the default currency' } as const;
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
export const discountText = (discount: { amount: string; amountType: 'percent' | 'dollar' }) =>
  discount.amountType === 'percent' ? `${discount.amount}%` : discount.amount;
