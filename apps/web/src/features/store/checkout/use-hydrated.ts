import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the page is as the server rendered it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
