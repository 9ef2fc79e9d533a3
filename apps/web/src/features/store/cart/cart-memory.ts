import type { CartEntry } from '@tuneport/domain/store/cart';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../platform/storage.ts';

// What every page knows of the cart: what is in it, kept in this browser and told to its other tabs. The rules about it are in
// cart-store.ts; this file stays small because the nav bar is on every page.

export type CartMemory = {
  readonly entries: readonly CartEntry[];
  /** Null until the visitor chooses one. */
  readonly currency: string | null;
};

const key = 'tuneport.cart';
const channelName = 'cart-sync';
const empty: CartMemory = { entries: [], currency: null };

let memory: CartMemory | null = null;
let channel: BroadcastChannel | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Somebody may have edited the storage, or an older version of this site wrote it: what does not look like an entry is left out. */
const read = (): CartMemory => shaped(readStored(key));

function shaped(given: unknown): CartMemory {
  const stored = given as { entries?: unknown; currency?: unknown } | null;
  const entries = Array.isArray(stored?.entries) ? stored.entries.filter(isEntry) : [];
  const currency = typeof stored?.currency === 'string' ? stored.currency : null;
  // The very one the server drew: nothing is drawn anew for it.
  return entries.length === 0 && currency === null ? empty : { entries, currency };
}

function isEntry(value: unknown): value is CartEntry {
  const entry = value as Partial<CartEntry> | null;
  return (
    typeof entry?.hash === 'string' &&
    typeof entry.product?.slug === 'string' &&
    typeof entry.product.name === 'string' &&
    typeof entry.product.pricesByCurrency === 'object' &&
    Array.isArray(entry.options) &&
    entry.options.every((one) => typeof one?.selection?.pricesByCurrency === 'object') &&
    Number.isInteger(entry.quantity)
  );
}

function listen(): void {
  if (typeof BroadcastChannel === 'undefined' || channel) return;
  channel = new BroadcastChannel(channelName);
  // The cart itself is sent: the storage of this tab may lag behind that of the one that wrote.
  channel.addEventListener('message', ({ data }) => {
    memory = shaped(data);
    tell();
  });
  // A tab that comes back from the browser's memory has missed what was said.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    memory = read();
    tell();
  });
}

export function cartNow(): CartMemory {
  if (typeof window === 'undefined') return empty;
  listen();
  memory ??= read();
  return memory;
}

export function keepCart(next: CartMemory): void {
  memory = next;
  writeStored(key, next);
  listen();
  channel?.postMessage(next);
  tell();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Empty while the page is as the server rendered it: only the browser knows the cart. */
export const useCartMemory = (): CartMemory => useSyncExternalStore(subscribe, cartNow, () => empty);

/** For tests: forgets what was read. */
export function forgetCart(): void {
  memory = null;
  channel?.close();
  channel = null;
}
