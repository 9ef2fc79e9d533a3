import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';

export type TierOption = { readonly value: string; readonly label: string };

/** The dealer tiers in their order, for a select. */
export async function tierOptions(): Promise<TierOption[]> {
  const { data } = await call('GET /v1/admin/dealer-tiers', { query: {} });
  return data.map(({ id, name, tunes_percent, products_percent }) => ({
    value: String(id),
    label: `${name} (tunes −${tunes_percent}%, products −${products_percent}%)`,
  }));
}

/** Empty until they are loaded, and when there are none. */
export function useTierOptions(onLoaded: (options: readonly TierOption[]) => void = () => {}): TierOption[] {
  const [options, setOptions] = useState<TierOption[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once.
  useEffect(() => {
    tierOptions().then(
      (loaded) => {
        setOptions(loaded);
        onLoaded(loaded);
      },
      // Without a tier the dealer can still be created.
      () => {},
    );
  }, []);
  return options;
}
