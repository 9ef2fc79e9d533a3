import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until hydrated. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
