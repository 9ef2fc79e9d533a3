import { isRole, isUserFlag, type Role, type UserFlag } from './roles.ts';

export const whoamiHeader = 'x-whoami';

/** The actor as reported in every API response. */
export type Whoami = { readonly id: number; readonly role: Role; readonly f: readonly UserFlag[] };

/** Empty for an anonymous actor. */
export function encodeWhoami(user: Whoami | null): string {
  return user ? encodeURIComponent(JSON.stringify({ id: user.id, role: user.role, f: user.f })) : '';
}

/** undefined: unknown (header absent, as on cached responses, or invalid); null: anonymous. */
export function decodeWhoami(header: string | null | undefined): Whoami | null | undefined {
  if (header === null || header === undefined) return undefined;
  if (header.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(decodeURIComponent(header));
    if (typeof value !== 'object' || value === null) return undefined;
    const { id, role, f } = value as Record<string, unknown>;
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0 || !isRole(role) || !Array.isArray(f))
      return undefined;
    // Ignores flags that a newer server may send.
    return { id, role, f: f.filter(isUserFlag) };
  } catch {
    return undefined;
  }
}

export type SessionState = {
  readonly user: Whoami | null;
  readonly refreshing: boolean;
  /** When a failed refresh last reloaded the page. Stored across reloads to prevent a reload loop. */
  readonly reloadedAtMs: number | null;
};
export const noSession: SessionState = { user: null, refreshing: false, reloadedAtMs: null };

/** fetch-user: load user/me now. reload: reload the page. */
type SessionEffect = 'fetch-user' | 'reload';
export type SessionStep = { readonly state: SessionState; readonly effects: readonly SessionEffect[] };

const reloadPauseMs = 60_000;

const step = (state: SessionState, ...effects: SessionEffect[]): SessionStep => ({ state, effects });
const sameUser = (a: Whoami, b: Whoami) => a.id === b.id && a.role === b.role && a.f.join() === b.f.join();

/** Any response may identify the actor. The full user is fetched again only if the actor changed. */
export function applyWhoami(state: SessionState, header: string | null | undefined): SessionStep {
  const user = decodeWhoami(header);
  if (user === undefined) return step(state);
  if (user === null) return state.user === null ? step(state) : step({ ...state, user: null });
  if (state.user === null || state.user.id !== user.id) return step({ ...state, user }, 'fetch-user');
  return sameUser(state.user, user) ? step(state) : step({ ...state, user });
}

/**
 * A 403 for a logged-in user may mean that their permissions changed: refresh the user, with one refresh at a time and
 * not for the refresh itself.
 */
export function onForbidden(state: SessionState): SessionStep {
  if (state.user === null || state.refreshing) return step(state);
  return step({ ...state, refreshing: true }, 'fetch-user');
}

export function onRefreshed(state: SessionState, user: Whoami): SessionStep {
  return step({ ...state, user, refreshing: false });
}

export function onRefreshFailed(state: SessionState, now: Date): SessionStep {
  const cleared = { ...state, user: null, refreshing: false };
  const justReloaded = state.reloadedAtMs !== null && Math.abs(now.getTime() - state.reloadedAtMs) < reloadPauseMs;
  return justReloaded ? step(cleared) : step({ ...cleared, reloadedAtMs: now.getTime() }, 'reload');
}

export const onLogin = (state: SessionState, user: Whoami): SessionStep => step({ ...state, user, refreshing: false });
export const onLogout = (state: SessionState): SessionStep => step({ ...state, user: null, refreshing: false });
