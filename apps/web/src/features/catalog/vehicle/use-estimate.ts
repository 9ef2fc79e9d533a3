import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import type { Estimate } from '../catalog-types.ts';
import type { estimateInput } from './selection.ts';

type Input = ReturnType<typeof estimateInput>;

type EstimateState = {
  readonly estimate: Estimate | null;
  /** A newer selection is being priced; the estimate shown belongs to the previous one. */
  readonly loading: boolean;
  readonly error: string | null;
  readonly retry: () => void;
};

const waitMs = 120;

/** The price of the selection, requested again on each change; the previous one is shown until the new one arrives. */
export function useEstimate(input: Input): EstimateState {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const key = input && JSON.stringify(input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the selection; a retry requests the same one again
  useEffect(() => {
    setError(null);
    if (input === null) {
      setEstimate(null);
      setLoading(false);
      return;
    }
    setLoading(true);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('POST /v1/catalog/estimate', { body: input, signal: stop.signal }).then(
        (made) => {
          setEstimate(made);
          setLoading(false);
        },
        (cause: unknown) => {
          if (stop.signal.aborted) return;
          setEstimate(null);
          setLoading(false);
          setError(cause instanceof ApiError ? cause.message : t('The price could not be loaded.'));
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, tries]);

  return { estimate, loading, error, retry: () => setTries((n) => n + 1) };
}
