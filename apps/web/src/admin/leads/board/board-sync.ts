// Keeps a board at the version it was notified of. A read that fails is retried until it succeeds.

const firstWaitMs = 1_000;
const waitMsMax = 30_000;

export type SyncState = 'current' | 'behind' | 'offline';

type Input = {
  /** The version that is shown at the start. */
  readonly version: number;
  /** Reads the changes since the version shown and returns the version of the reply. */
  readonly read: () => Promise<number>;
  readonly onState: (state: SyncState) => void;
  readonly isOnline: () => boolean;
  /** Jitter between 0 and 1, so that boards do not retry simultaneously after an outage. */
  readonly chance: () => number;
};

export type BoardSync = {
  /** Reads what changed, at least up to a version. Resolves after the first attempt; the next ones follow by themselves. */
  readonly catchUp: (version?: number) => Promise<void>;
  /** The connection of the browser was lost or came back. */
  readonly connectionChanged: () => void;
  readonly end: () => void;
};

export function boardSync({ version, read, onState, isOnline, chance }: Input): BoardSync {
  let [reached, wanted, failures] = [version, version, 0];
  let attempting: Promise<void> | null = null;
  let again = false;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => onState(!isOnline() ? 'offline' : failures > 0 ? 'behind' : 'current');
  const attempt = async () => {
    again = false;
    let done = false;
    try {
      reached = Math.max(reached, await read());
      done = reached >= wanted;
    } catch {
      // Retried below.
    }
    attempting = null;
    if (over) return;
    failures = done ? 0 : failures + 1;
    show();
    const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), waitMsMax) * (0.5 + chance());
    if (!done) timer = setTimeout(() => void start(), waitMs);
    else if (again) void start();
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    attempting ??= attempt();
    return attempting;
  };
  const catchUp = (to?: number): Promise<void> => {
    if (over) return Promise.resolve();
    if (to !== undefined) {
      wanted = Math.max(wanted, to);
      if (wanted <= reached && failures === 0) return Promise.resolve();
    }
    // A read that is under way may have begun before the change.
    if (attempting) again = true;
    return start();
  };
  return {
    catchUp,
    connectionChanged: () => {
      if (over) return;
      show();
      if (isOnline()) void catchUp();
    },
    end: () => {
      over = true;
      clearTimeout(timer);
    },
  };
}
