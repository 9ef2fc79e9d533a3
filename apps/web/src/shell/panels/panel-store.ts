import { useSyncExternalStore } from 'react';

// Which panel of the shell is open. Buttons are in the nav bar, panels in a chunk loaded later.

type Panel = 'cart' | 'contact' | 'menu' | 'notifications' | 'search' | null;

let open: Panel = null;
const listeners = new Set<() => void>();

export function showPanel(panel: Panel): void {
  open = panel;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const usePanel = (): Panel =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
