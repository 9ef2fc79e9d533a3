import type { CallReply } from '@tuneport/contract/index';
import type { CartEntry } from '@tuneport/domain/store/cart';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';

export type Quote = CallReply<'POST /order/shipping'>;
type QuoteState =
  | { readonly kind: 'waiting'; readonly last: Quote | null }
  | { readonly kind: 'ready'; readonly last: Quote }
  | {
      readonly kind: 'refused';
      readonly last: null;
      readonly code: string | null;
      readonly message: string;
      readonly errors: ApiError['errors'];
    };

export const inputOf = (entries: readonly CartEntry[]) =>
  entries.map(({ product, options, quantity }) => ({
    slug: product.slug,
    options: options.map(({ option, selection }) => ({ option: Number(option.id), selection: Number(selection.id) })),
    quantity,
  }));

const pauseMs = 250;

/** The price of the order for this destination, requested again on each change. */
export function useQuote(
  entries: readonly CartEntry[],
  place: { country_code: string; state: string } | null,
  currency: string,
  codes: readonly string[],
  round: number,
): QuoteState {
  const [state, setState] = useState<QuoteState>({ kind: 'waiting', last: null });
  const quoteKey =
    place && entries.length > 0 ? JSON.stringify([inputOf(entries), place, currency, codes, round]) : null;
  useEffect(() => {
    setState((before) => ({ kind: 'waiting', last: before.last }));
    if (quoteKey === null) return;
    const [input, address, cartCurrency, wanted] = JSON.parse(quoteKey);
    const stop = new AbortController();
    const ask = async () => {
      try {
        const body = { entries: input, address, currency: cartCurrency, codes: wanted };
        const last = await call('POST /order/shipping', { body, signal: stop.signal });
        if (!stop.signal.aborted) setState({ kind: 'ready', last });
      } catch (error) {
        if (stop.signal.aborted) return;
        const { code, message, errors } = error instanceof ApiError ? error : new ApiError(null, error);
        setState({ kind: 'refused', last: null, code, message, errors });
      }
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [quoteKey]);
  return state;
}
