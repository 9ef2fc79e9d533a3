import {
  type ConsentContext,
  type CookieState,
  consentFromCookies,
  consentToCookies,
  hasPrivacySignal,
  undecided,
} from '@tuneport/domain/site/consent';
import { useSyncExternalStore } from 'react';
import { readCookies, writeCookie } from '../../platform/storage.ts';
import type { UiState } from '../../platform/ui-state.ts';

let state: CookieState | null = null;
const listeners = new Set<() => void>();

function current(): CookieState {
  state ??= consentFromCookies(readCookies());
  return state;
}

export function decideConsent(next: CookieState): void {
  state = next;
  for (const [name, value] of Object.entries(consentToCookies(next))) writeCookie(name, value);
  for (const listener of listeners) listener();
}

/** null until hydrated: only the browser knows the decision. */
export function useConsent(): CookieState | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current,
    () => null,
  );
}

export function consentContext(ui: UiState): ConsentContext {
  const signals: { doNotTrack?: unknown; globalPrivacyControl?: unknown } =
    typeof navigator === 'undefined' ? {} : navigator;
  return {
    doNotTrack: hasPrivacySignal({
      doNotTrack: signals.doNotTrack,
      globalPrivacyControl: signals.globalPrivacyControl,
    }),
    autoAccept: ui.settings.flags.www_taa,
    region: ui.settings.region,
    configured: {
      googleAnalytics: ui.settings.tracking.google_analytics_id !== null,
      facebookPixel: ui.settings.tracking.meta_pixel_id !== null,
    },
  };
}

export { undecided };
