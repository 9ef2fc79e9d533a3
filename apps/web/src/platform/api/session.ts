import {
  applyWhoami,
  noSession,
  onForbidden,
  onLogin,
  onLogout,
  onRefreshed,
  onRefreshFailed,
  type SessionState,
  type SessionStep,
  type Whoami,
  whoamiHeader,
} from '@tuneport/domain/identity/whoami';

type SessionOptions = {
  readonly start: Whoami | null;
  readonly fetchUser: () => Promise<Whoami>;
  /** Called whenever the user or their permissions change, or the session ends. */
  readonly onUser: (user: Whoami | null) => void;
  readonly reload: () => void;
  readonly now: () => Date;
  /** Survives the reload, to prevent a reload loop. */
  readonly memory: { read(): number | null; write(ms: number): void };
};

/** Applies the decisions of domain/identity/whoami. */
export function createSession(options: SessionOptions) {
  let state: SessionState = { ...noSession, user: options.start, reloadedAtMs: options.memory.read() };

  function apply(step: SessionStep, user: Whoami | null = step.state.user): void {
    const changed = step.state.user !== state.user;
    state = step.state;
    if (changed) options.onUser(user);
    if (step.effects.includes('fetch-user')) void refresh();
    if (step.effects.includes('reload')) {
      if (state.reloadedAtMs !== null) options.memory.write(state.reloadedAtMs);
      options.reload();
    }
  }

  async function refresh(): Promise<void> {
    try {
      const user = await options.fetchUser();
      // Publishes the full user, not only the fields of the header.
      state = { ...state, user: null };
      apply(onRefreshed(state, user), user);
    } catch {
      apply(onRefreshFailed(state, options.now()));
    }
  }

  return {
    get user(): Whoami | null {
      return state.user;
    },
    answered({ key, status, headers }: { key: string; status: number; headers: Headers }): void {
      // The refresh itself must not trigger another one; its result is handled in refresh().
      if (key === 'GET /user/me') return;
      apply(applyWhoami(state, headers.get(whoamiHeader)));
      if (status === 403) apply(onForbidden(state));
    },
    login: (user: Whoami) => apply(onLogin(state, user), user),
    logout: () => apply(onLogout(state)),
  };
}
