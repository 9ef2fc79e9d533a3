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
type QuoteState = { readonly quote: Quote | null; readonly waiting: boolean; readonly error: ApiError | null };
type Answer = Omit<QuoteState, 'waiting'> & { readonly key: string | null; readonly shownFor: string };

const pauseMs = 200;

/** Only a change of this hides the previous response: another selection, or an address after none. */
const shownFor = (input: QuoteInput | null) =>
  input === null ? '' : `${input.estimate_hash} ${input.country_code === undefined ? '' : 'with address'}`;

/**
 * The full price for this location and its payment methods, requested again on each change; the previous response is
 * shown meanwhile, but must not be paid while `waiting`.
 */
export function usePurchaseQuote(input: QuoteInput | null, round: number): QuoteState {
  const [answer, setAnswer] = useState<Answer>({ quote: null, error: null, key: null, shownFor: '' });
  const key = input && JSON.stringify([input, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is asked
  useEffect(() => {
    if (input === null) return;
    const asked = { key, shownFor: shownFor(input) };
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('POST /v1/catalog/quote', { body: input, signal: stop.signal }).then(
        (quote) => setAnswer({ ...asked, quote, error: null }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setAnswer({ ...asked, quote: null, error: error instanceof ApiError ? error : new ApiError(null, error) });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  const waiting = answer.key !== key;
  const isShown = input === null || answer.shownFor === shownFor(input);
  return { waiting, quote: isShown ? answer.quote : null, error: isShown ? answer.error : null };
}
