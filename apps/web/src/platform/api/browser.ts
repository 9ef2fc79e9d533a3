import { type UiState, type UiUser, uiStore } from '../ui-state.ts';
import { createCachedGet, createCall } from './call.ts';
import { createSession } from './session.ts';

// Creates and connects the client, session and state of a browser tab.

const reloadedAtKey = 'tuneport.reloaded-at';

let askForRegion: (region: 1 | 2) => Promise<boolean> = async () => false;
/** Registers the region dialog, which asks the visitor. */
export function answerRegionQuestions(ask: typeof askForRegion): void {
  askForRegion = ask;
}

export const call = createCall({
  fetch: (...args) => fetch(...args),
  base: '/api',
  onAnswer: (answer) => session.answered(answer),
  onOtherRegion: (region) => askForRegion(region),
});

export const cachedGet = createCachedGet(call);

export const session = createSession({
  start: null,
  fetchUser: () => call('GET /user/me'),
  onUser: (user) => {
    const ui = uiStore.get();
    if (!ui) return;
    const whole = user && 'name' in user ? (user as UiUser) : null;
    if (whole) uiStore.set({ ...ui, user: whole });
    else if (user && ui.user) uiStore.set({ ...ui, user: { ...ui.user, role: user.role, f: [...user.f] } });
    else if (!user) uiStore.set({ ...ui, user: null, dealer: null, tuner: null, dealer_onboarding_progress: null });
  },
  reload: () => window.location.reload(),
  now: () => new Date(),
  memory: {
    read: () => {
      if (typeof sessionStorage === 'undefined') return null;
      return Number(sessionStorage.getItem(reloadedAtKey)) || null;
    },
    write: (ms) => sessionStorage.setItem(reloadedAtKey, String(ms)),
  },
});

/** Takes over the state the server rendered with. */
export function startUi(rendered: UiState | null): void {
  if (!rendered || uiStore.get()) return;
  uiStore.set(rendered);
  if (rendered.user) session.login(rendered.user);
}

let reading: Promise<UiState | null> | null = null;

/** Reloads the global state at start and on every route change. On failure the old state is kept. */
export function refreshUi(): Promise<UiState | null> {
  reading ??= call('GET /global/v1/ui-state')
    .then((ui) => {
      uiStore.set(ui);
      return ui;
    })
    .catch(() => uiStore.get())
    .finally(() => {
      reading = null;
    });
  return reading;
}

export async function logout(): Promise<void> {
  await call('POST /auth/logout');
  session.logout();
}
