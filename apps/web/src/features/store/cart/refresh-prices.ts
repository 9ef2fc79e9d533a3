import type { NewCartEntry } from '@tuneport/domain/store/cart';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { uiStore } from '../../../platform/ui-state.ts';
import { cartEntry } from '../products/put-in-cart.ts';
import { cartNow } from './cart-memory.ts';
import { renewEntries } from './cart-store.ts';

/** Reads what is in the cart anew. Answers the entries that are not sold any more; the server says so again at checkout. */
export async function refreshPrices(): Promise<ReadonlySet<string>> {
  const { entries } = cartNow();
  const gone = new Set<string>();
  const fresh = new Map<string, NewCartEntry>();
  const isDealer = uiStore.get()?.dealer != null;
  const slugs = [...new Set(entries.map(({ product }) => product.slug))];
  await Promise.all(
    slugs.map(async (slug) => {
      const mine = entries.filter(({ product }) => product.slug === slug);
      try {
        const product = await call('GET /store/product/:slug', { params: { slug } });
        for (const entry of mine) {
          const selections = Object.fromEntries(
            entry.options.map(({ option, selection }) => [Number(option.id), Number(selection.id)]),
          );
          const known = product.options.every(({ id, selections: list }) =>
            list.some((one) => one.id === selections[id]),
          );
          if (!known || entry.options.length !== product.options.length) gone.add(entry.hash);
          else fresh.set(entry.hash, cartEntry(product, { selections, quantity: entry.quantity }, isDealer));
        }
      } catch (error) {
        // Only a clear no takes a thing off the shelf; without an answer the old price stands until checkout.
        if (error instanceof ApiError && error.status === 404) for (const { hash } of mine) gone.add(hash);
      }
    }),
  );
  renewEntries(fresh);
  return gone;
}
