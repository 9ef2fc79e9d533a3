import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/browser.ts';
import type { Quote } from './purchase-types.ts';

type Asked = { estimate_hash: string; country_code?: string; state?: string; dealer?: string };
export type QuoteState = { readonly quote: Quote | null; readonly waiting: boolean; readonly error: ApiError | null };

const pauseMs = 200;

/** The whole price at this place and the ways to pay it, asked anew when something of it changes; the last answer stays meanwhile. */
export function usePurchaseQuote(asked: Asked | null, round: number): QuoteState {
  const [state, setState] = useState<QuoteState>({ quote: null, waiting: true, error: null });
  const key = asked && JSON.stringify([asked, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is asked
  useEffect(() => {
    if (asked === null) return;
    setState((before) => ({ ...before, waiting: true }));
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('POST /v1/catalog/quote', { body: asked, signal: stop.signal }).then(
        (quote) => setState({ quote, waiting: false, error: null }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setState({
            quote: null,
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
  return state;
}
