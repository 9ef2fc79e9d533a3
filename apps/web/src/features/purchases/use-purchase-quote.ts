import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import type { Quote } from './purchase-types.ts';

type QuoteInput = {
  estimate_hash: string;
  country_code?: string;
  state?: string;
  dealer?: string;
  credits?: number[];
  request_id?: number;
};
export type QuoteState = { readonly quote: Quote | null; readonly waiting: boolean; readonly error: ApiError | null };

const pauseMs = 200;
const nothing: QuoteState = { quote: null, waiting: true, error: null };

/**
 * The full price for this location and its payment methods, requested again on each change; the previous response is
 * shown meanwhile.
 */
export function usePurchaseQuote(input: QuoteInput | null, round: number): QuoteState {
  const [state, setState] = useState<QuoteState & { hash: string }>({ ...nothing, hash: '' });
  const key = input && JSON.stringify([input, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is asked
  useEffect(() => {
    if (input === null) return;
    const hash = input.estimate_hash;
    setState((before) => ({ ...before, waiting: true }));
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('POST /v1/catalog/quote', { body: input, signal: stop.signal }).then(
        (quote) => setState({ quote, waiting: false, error: null, hash }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setState({
            quote: null,
            hash,
            waiting: false,
            error: error instanceof ApiError ? error : new ApiError(null, error),
          });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  // A response for another selection is ignored.
  return input === null || state.hash === input.estimate_hash ? state : nothing;
}
