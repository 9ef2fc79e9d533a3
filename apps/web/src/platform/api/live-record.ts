import { useEffect, useRef } from 'react';

// Notifies a page when the record it shows changes. Falls back to polling without a stream, and does neither while the
// page is hidden.

const askEveryMs = 5_000;
const againAfterMs = 2_000;
const againAfterMsMax = 60_000;

type Stream = Pick<EventSource, 'addEventListener' | 'onopen' | 'onerror' | 'close'>;

/** Browser dependencies. */
export type LiveWorld = {
  readonly open: (address: string) => Stream;
  readonly isHidden: () => boolean;
  /** Returns a function that removes the listener. */
  readonly onVisibility: (act: () => void) => () => void;
  /** Jitter between 0 and 1, so that clients of a lost server do not reconnect simultaneously. */
  readonly chance: () => number;
};

export type LiveRecord = {
  /** URL of the version stream. */
  readonly address: string;
  /** Polls for changes when there is no stream. Returns false when there is nothing left to poll. */
  readonly ask: () => Promise<boolean>;
  readonly heard: (version: string) => void;
  /** The user lost access to the record, or the session ended. */
  readonly gone: () => void;
};

/** Follows a record until the returned function is called. */
export function followRecord({ address, ask, heard, gone }: LiveRecord, world: LiveWorld): () => void {
  let stream: Stream | null = null;
  let asking: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let over = false;

  const askAlone = () => {
    asking ??= setInterval(() => {
      ask().then(
        (goesOn) => goesOn || end(),
        () => {},
      );
    }, askEveryMs);
  };
  const pause = () => {
    stream?.close();
    stream = null;
    clearInterval(asking);
    asking = undefined;
    clearTimeout(again);
  };
  const end = () => {
    over = true;
    pause();
    leave();
  };
  const open = () => {
    const opened = world.open(address);
    stream = opened;
    opened.onopen = () => {
      failures = 0;
      clearInterval(asking);
      asking = undefined;
    };
    opened.addEventListener('version', ({ data }: MessageEvent<string>) => heard(data));
    opened.addEventListener('gone', () => {
      end();
      gone();
    });
    // EventSource never reconnects after some errors, and after others immediately, together with all other clients.
    opened.onerror = () => {
      opened.close();
      if (stream !== opened) return;
      stream = null;
      askAlone();
      const waitMs = Math.min(againAfterMs * 2 ** failures, againAfterMsMax) * (0.5 + world.chance());
      failures = Math.min(failures + 1, 10);
      again = setTimeout(open, waitMs);
    };
  };
  const look = () => {
    if (over) return;
    if (world.isHidden()) pause();
    else if (stream === null && asking === undefined) open();
  };
  const leave = world.onVisibility(look);
  look();
  return end;
}

const browser: LiveWorld = {
  open: (address) => new EventSource(address),
  isHidden: () => document.hidden,
  onVisibility: (act) => {
    document.addEventListener('visibilitychange', act);
    return () => document.removeEventListener('visibilitychange', act);
  },
  chance: Math.random,
};

/** One stream per page, across re-renders. */
export function useLiveRecord(record: LiveRecord): void {
  const latest = useRef(record);
  latest.current = record;
  const { address } = record;
  useEffect(
    () =>
      followRecord(
        {
          address,
          ask: () => latest.current.ask(),
          heard: (version) => latest.current.heard(version),
          gone: () => latest.current.gone(),
        },
        browser,
      ),
    [address],
  );
}
