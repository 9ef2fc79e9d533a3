import type { CallReply } from '@tuneport/contract/index';
import { type ActorFacts, anonymous, noMemberships } from '@tuneport/domain/identity/permissions';
import { createContext, use, useSyncExternalStore } from 'react';

/** The global state of the visitor. */
export type UiState = CallReply<'GET /global/v1/ui-state'>;
export type UiUser = NonNullable<UiState['user']>;

type Listener = () => void;

/** The browser's copy. Server rendering never uses it: there a page reads the state of its own request. */
function createUiStore() {
  let state: UiState | null = null;
  const listeners = new Set<Listener>();
  return {
    get: () => state,
    /** An unchanged state causes no re-render. */
    set(next: UiState): void {
      if (state && JSON.stringify(state) === JSON.stringify(next)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: Listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const uiStore = createUiStore();

/** The state the server rendered the page with; null when not even the settings could be read. */
export const RenderedUi = createContext<UiState | null>(null);

export function useUi(): UiState | null {
  const rendered = use(RenderedUi);
  return useSyncExternalStore(
    uiStore.subscribe,
    () => uiStore.get() ?? rendered,
    () => rendered,
  );
}

export const useUser = (): UiUser | null => useUi()?.user ?? null;

/** The address of a visitor who buys as a guest; null for everyone else. */
export const useGuestEmail = (): string | null => useUi()?.guest?.email ?? null;

/**
 * The browser's knowledge of the visitor's permissions: the first membership of each kind. The server knows all and
 * decides.
 */
export function factsOf(ui: UiState | null): ActorFacts {
  if (!ui?.user) return anonymous;
  return {
    signedIn: true,
    role: ui.user.role,
    flags: ui.user.f,
    dealers: ui.dealer ? [{ id: ui.dealer.id, slug: ui.dealer.slug, kind: ui.dealer.kind }] : [],
    tuners: ui.tuner ? [{ id: ui.tuner.id }] : [],
    affiliates: ui.affiliate ? [{ id: ui.affiliate.id }] : [],
    suspended: ui.suspended ?? noMemberships,
  };
}
