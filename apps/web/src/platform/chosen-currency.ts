import { readCookies, writeCookie } from './storage.ts';

// The currency that a visitor chose to see prices in. The server reads the same cookie, so that lists, products, the catalogue and the
// cart agree; without a choice the preference of dealer or user counts.

const name = 'currency';

/** Undefined until the visitor chooses; null after they went back to their preference. */
export function chosenCurrency(): string | null | undefined {
  if (typeof document === 'undefined') return undefined;
  const value = readCookies()[name];
  return value === '' ? null : value;
}

export function chooseCurrency(currency: string | null): void {
  if (typeof document !== 'undefined') writeCookie(name, currency ?? '');
}
