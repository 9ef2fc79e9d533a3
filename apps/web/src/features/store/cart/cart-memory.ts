import type { CartEntry } from '@tuneport/domain/store/cart';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../platform/storage.ts';

// The cart state needed by every page, stored in this browser and shared with its other tabs. Its rules are in
// cart-store.ts; this file stays small because the nav bar is on every page.

export type CartMemory = {
  readonly entries: readonly CartEntry[];
  /** null until the visitor selects one. */
  readonly currency: string | null;
};

const key = 'tuneport.cart';
const channelName = 'cart-sync';
const empty: CartMemory = { entries: [], currency: null };

let memory: CartMemory | null = null;
let channel: BroadcastChannel | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** The storage may have been edited or written by an older version: invalid entries are dropped. */
const read = (): CartMemory => shaped(readStored(key));

function shaped(value: unknown): CartMemory {
  const stored = value as { entries?: unknown; currency?: unknown } | null;
  const entries = Array.isArray(stored?.entries) ? stored.entries.filter(isEntry) : [];
  const currency = typeof stored?.currency === 'string' ? stored.currency : null;
  // The same object the server rendered with, so that nothing re-renders.
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
  // The message contains the cart: the storage of this tab may lag behind that of the writer.
  channel.addEventListener('message', ({ data }) => {
    memory = shaped(data);
    notify();
  });
  // A page restored from the back/forward cache has missed messages.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    memory = read();
    notify();
  });
}

export function cartNow(): CartMemory {
  if (typeof window === 'undefined') return empty;
  listen();
  memory ??= read();
  return memory;
}

export function saveCart(next: CartMemory): void {
  memory = next;
  writeStored(key, next);
  listen();
  channel?.postMessage(next);
  notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Empty until hydrated: only the browser knows the cart. */
export const useCartMemory = (): CartMemory => useSyncExternalStore(subscribe, cartNow, () => empty);
