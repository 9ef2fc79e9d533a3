import { allowedCurrency, isCurrency, times, toDecimal } from '@tuneport/domain/money/money';
import {
  addEntry,
  type Cart,
  type CartCurrency,
  type CartEntry,
  mergeEntries,
  type NewCartEntry,
  pricedCart,
  pricePerUnit,
  removeEntry,
  setQuantity,
} from '@tuneport/domain/store/cart';
import { useEffect, useMemo, useState } from 'react';
import { cachedGet } from '../../../platform/api/browser.ts';
import { chosenCurrency, chooseCurrency as rememberCurrency } from '../../../platform/chosen-currency.ts';
import { type UiState, uiStore, useUi } from '../../../platform/ui-state.ts';
import { sendCartEvent } from './cart-events.ts';
import { type CartMemory, cartNow, saveCart, useCartMemory } from './cart-memory.ts';

/** The visitor's currency, then the dealer's, then the user's, then the shop's; each only if the shop supports it. */
export function cartCurrency(ui: UiState | null, chosen: string | null): CartCurrency['currency'] {
  const allowed = (ui?.settings.currencies ?? []).filter(isCurrency);
  const home = ui?.settings.default_currency;
  const wanted = [chosen, ui?.dealer?.preferred_display_currency, ui?.user?.preferred_display_currency, home];
  const first = wanted.find((one) => allowed.some((currency) => currency === one));
  return allowedCurrency(first ?? null, allowed.length > 0 ? allowed : ['CAD']);
}

const homeCurrency = (ui: UiState | null): CartCurrency['currency'] => {
  const home = ui?.settings.price_currency;
  return isCurrency(home) ? home : cartCurrency(ui, null);
};

const entriesNow = (): readonly CartEntry[] => cartNow().entries;
const saveEntries = (entries: readonly CartEntry[]) => saveCart({ ...cartNow(), entries });

function sendCartChange(name: 'add_to_cart' | 'remove_from_cart', entry: NewCartEntry, quantity: number): void {
  const ui = uiStore.get();
  const shown = { currency: cartCurrency(ui, chosenFor(cartNow())), defaultCurrency: homeCurrency(ui), rate: null };
  const unit = pricePerUnit(entry, shown) ?? pricePerUnit(entry, { ...shown, currency: shown.defaultCurrency });
  const value = unit ? toDecimal(times(unit, BigInt(quantity))) : '0';
  sendCartEvent(name, { slug: entry.product.slug, quantity, currency: unit?.currency ?? shown.currency, value });
}

/**
 * Synchronous, without a server request; the same product with the same options is merged into one entry of at most 20.
 */
export function addToCart(entry: NewCartEntry): void {
  saveEntries(addEntry(mergeEntries(entriesNow()), entry));
  sendCartChange('add_to_cart', entry, entry.quantity);
}

export function removeFromCart(hash: string): CartEntry | null {
  const entry = entriesNow().find((one) => one.hash === hash) ?? null;
  if (!entry) return null;
  saveEntries(removeEntry(entriesNow(), hash));
  sendCartChange('remove_from_cart', entry, entry.quantity);
  return entry;
}

/** Restores an entry at its former position. */
export function putBack(entry: CartEntry, at: number): void {
  const entries = [...entriesNow()];
  if (entries.some(({ hash }) => hash === entry.hash)) return;
  entries.splice(at, 0, entry);
  saveEntries(entries);
  sendCartChange('add_to_cart', entry, entry.quantity);
}

export function changeQuantity(hash: string, quantity: number): void {
  const before = entriesNow().find((one) => one.hash === hash);
  const after = setQuantity(entriesNow(), hash, quantity);
  const now = after.find((one) => one.hash === hash);
  if (!before || !now || before.quantity === now.quantity) return;
  saveEntries(after);
  const difference = now.quantity - before.quantity;
  sendCartChange(difference > 0 ? 'add_to_cart' : 'remove_from_cart', now, Math.abs(difference));
}

export function chooseCurrency(currency: string): void {
  rememberCurrency(currency);
  saveCart({ ...cartNow(), currency });
}

/**
 * The currency selected anywhere on the site; older visitors have it only in the cart, from before the cookie existed.
 */
const chosenFor = (memory: CartMemory): string | null => {
  const chosen = chosenCurrency();
  return chosen === undefined ? memory.currency : chosen;
};

export const emptyCart = (): void => saveEntries([]);
/** Updates names and prices of the entries; adds and removes nothing. */
export function renewEntries(fresh: ReadonlyMap<string, NewCartEntry>): void {
  const entries = entriesNow();
  const renewed = entries.map((entry) => {
    const now = fresh.get(entry.hash);
    return now ? { ...entry, product: now.product, options: now.options } : entry;
  });
  if (JSON.stringify(renewed) !== JSON.stringify(entries)) saveEntries(renewed);
}

/** The cart in its currency; a missing price is converted with the shop's rate. */
export function useCart(): Cart & { readonly currencies: readonly string[] } {
  const ui = useUi();
  const memory = useCartMemory();
  const currency = cartCurrency(ui, chosenFor(memory));
  const defaultCurrency = homeCurrency(ui);
  const [rates, setRates] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (currency === defaultCurrency) return;
    cachedGet('GET /conversion-rate', { query: { currency_from: defaultCurrency, currency_to: currency } })
      .then(({ rate }) => setRates((known) => ({ ...known, [`${defaultCurrency} ${currency}`]: rate })))
      .catch(() => {});
  }, [currency, defaultCurrency]);
  const rate = rates[`${defaultCurrency} ${currency}`] ?? null;
  const cart = useMemo(
    () => pricedCart(memory.entries, { currency, defaultCurrency, rate }),
    [memory.entries, currency, defaultCurrency, rate],
  );
  return { ...cart, currencies: ui?.settings.currencies ?? [] };
}
