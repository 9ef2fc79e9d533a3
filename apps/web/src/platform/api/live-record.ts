import { useEffect, useRef } from 'react';

// A page that shows a record hears at once that it changed. Where no stream can be had it asks now and then instead, and while
// nobody looks at the page it does neither.

const askEveryMs = 5_000;
const againAfterMs = 2_000;
const againAfterMsMax = 60_000;

type Stream = Pick<EventSource, 'addEventListener' | 'onopen' | 'onerror' | 'close'>;

/** What it needs of the browser. */
export type LiveWorld = {
  readonly open: (address: string) => Stream;
  readonly isHidden: () => boolean;
  /** Answers how to stop listening. */
  readonly onVisibility: (act: () => void) => () => void;
  /** Between 0 and 1, so that those who lost one server do not come back all at once. */
  readonly chance: () => number;
};

export type LiveRecord = {
  /** Where its versions are told. */
  readonly address: string;
  /** Asks whether it changed, where there is no stream. False: there is nothing left to ask for. */
  readonly ask: () => Promise<boolean>;
  readonly heard: (version: string) => void;
  /** It is not the reader's any more, or the session ended. */
  readonly gone: () => void;
};

/** Follows a record until the answered function is called. */
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
    // A browser would come back by itself, but to some errors never and to others at once, with everybody else.
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

/** One stream for the page, whatever else changes in it. */
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
