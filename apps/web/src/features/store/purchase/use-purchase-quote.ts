import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import type { Quote } from './purchase-types.ts';

type Asked = { estimate_hash: string; country_code?: string; state?: string; dealer?: string; credits?: number[] };
export type QuoteState = { readonly quote: Quote | null; readonly waiting: boolean; readonly error: ApiError | null };

const pauseMs = 200;
const nothing: QuoteState = { quote: null, waiting: true, error: null };

/** The whole price at this place and the ways to pay it, asked anew when something of it changes; the last answer stays meanwhile. */
export function usePurchaseQuote(asked: Asked | null, round: number): QuoteState {
  const [state, setState] = useState<QuoteState & { hash: string }>({ ...nothing, hash: '' });
  const key = asked && JSON.stringify([asked, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is asked
  useEffect(() => {
    if (asked === null) return;
    const hash = asked.estimate_hash;
    setState((before) => ({ ...before, waiting: true }));
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('POST /v1/catalog/quote', { body: asked, signal: stop.signal }).then(
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
  // What was answered for another selection says nothing about this one.
  return asked === null || state.hash === asked.estimate_hash ? state : nothing;
}
