import type { NewCartEntry } from '@tuneport/domain/store/cart';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { uiStore } from '../../../platform/ui-state.ts';
import { cartEntry } from '../products/put-in-cart.ts';
import { cartNow } from './cart-memory.ts';
import { renewEntries } from './cart-store.ts';

/** Reloads the products of the cart. Returns the entries that are no longer sold; checkout checks this again. */
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
        // Only a 404 marks an entry as no longer sold; on other errors the old price is shown until checkout.
        if (error instanceof ApiError && error.status === 404) for (const { hash } of mine) gone.add(hash);
      }
    }),
  );
  renewEntries(fresh);
  return gone;
}
