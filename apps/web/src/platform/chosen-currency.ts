import { readCookies, writeCookie } from './storage.ts';

// The currency the visitor selected for prices. The server reads the same cookie, so that lists, products, the
// catalogue and the cart agree; without it the preference of dealer or user applies.

const name = 'currency';

/** undefined until the visitor selects one; null after a return to the preference. */
export function chosenCurrency(): string | null | undefined {
  if (typeof document === 'undefined') return undefined;
  const value = readCookies()[name];
  return value === '' ? null : value;
}

export function chooseCurrency(currency: string | null): void {
  if (typeof document !== 'undefined') writeCookie(name, currency ?? '');
}
