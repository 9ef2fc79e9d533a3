import { useEffect, useRef } from 'react';

// Notifies a page when the record it shows changes. Falls back to polling without a stream, and does neither while the
// page is hidden.

const pollIntervalMs = 5_000;
const retryAfterMs = 2_000;
const retryAfterMsMax = 60_000;

type Stream = Pick<EventSource, 'addEventListener' | 'onopen' | 'onerror' | 'close'>;

/** Browser dependencies. */
type BrowserApi = {
  readonly open: (address: string) => Stream;
  readonly isHidden: () => boolean;
  /** Returns a function that removes the listener. */
  readonly onVisibility: (act: () => void) => () => void;
  /** Jitter between 0 and 1, so that clients of a lost server do not reconnect simultaneously. */
  readonly random: () => number;
};

type LiveRecord = {
  /** URL of the version stream. */
  readonly address: string;
  /** Polls for changes when there is no stream. Returns false when there is nothing left to poll. */
  readonly poll: () => Promise<boolean>;
  readonly onVersion: (version: string) => void;
  /** The user lost access to the record, or the session ended. */
  readonly onGone: () => void;
};

/** Follows a record until the returned function is called. */
export function followRecord({ address, poll, onVersion, onGone }: LiveRecord, api: BrowserApi): () => void {
  let stream: Stream | null = null;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let ended = false;

  const startPolling = () => {
    pollTimer ??= setInterval(() => {
      poll().then(
        (continues) => continues || end(),
        () => {},
      );
    }, pollIntervalMs);
  };
  const pause = () => {
    stream?.close();
    stream = null;
    clearInterval(pollTimer);
    pollTimer = undefined;
    clearTimeout(retryTimer);
  };
  const end = () => {
    ended = true;
    pause();
    removeListener();
  };
  const open = () => {
    const opened = api.open(address);
    stream = opened;
    opened.onopen = () => {
      failures = 0;
      clearInterval(pollTimer);
      pollTimer = undefined;
    };
    opened.addEventListener('version', ({ data }: MessageEvent<string>) => onVersion(data));
    opened.addEventListener('gone', () => {
      end();
      onGone();
    });
    // EventSource never reconnects after some errors, and after others immediately, together with all other clients.
    opened.onerror = () => {
      opened.close();
      if (stream !== opened) return;
      stream = null;
      startPolling();
      const waitMs = Math.min(retryAfterMs * 2 ** failures, retryAfterMsMax) * (0.5 + api.random());
      failures = Math.min(failures + 1, 10);
      retryTimer = setTimeout(open, waitMs);
    };
  };
  const update = () => {
    if (ended) return;
    if (api.isHidden()) pause();
    else if (stream === null && pollTimer === undefined) open();
  };
  const removeListener = api.onVisibility(update);
  update();
  return end;
}

const browser: BrowserApi = {
  open: (address) => new EventSource(address),
  isHidden: () => document.hidden,
  onVisibility: (act) => {
    document.addEventListener('visibilitychange', act);
    return () => document.removeEventListener('visibilitychange', act);
  },
  random: Math.random,
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
          poll: () => latest.current.poll(),
          onVersion: (version) => latest.current.onVersion(version),
          onGone: () => latest.current.onGone(),
        },
        browser,
      ),
    [address],
  );
}
