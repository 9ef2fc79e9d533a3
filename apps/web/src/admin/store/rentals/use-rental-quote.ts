import type { CallReply } from '@tuneport/contract/index';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';

export type RentalQuote = CallReply<'GET /v1/admin/rental-quote'>;
type Answer = { readonly quote: RentalQuote | null; readonly refused: string | null };

const waitMs = 250;

/** The price for a customer; `query` is JSON, which compares by value. */
export function useRentalQuote(query: string | null): Answer {
  const [answer, setAnswer] = useState<Answer>({ quote: null, refused: null });
  useEffect(() => {
    if (query === null) return setAnswer({ quote: null, refused: null });
    let over = false;
    const timer = setTimeout(() => {
      call('GET /v1/admin/rental-quote', { query: JSON.parse(query) as never }).then(
        (quote) => over || setAnswer({ quote, refused: null }),
        (error: Error) =>
          over ||
          setAnswer({
            quote: null,
            refused: (error instanceof ApiError && Object.values(error.errors ?? {})[0]?.[0]) || error.message,
          }),
      );
    }, waitMs);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [query]);
  return answer;
}
