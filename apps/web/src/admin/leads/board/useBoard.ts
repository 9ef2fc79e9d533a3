import type { CallInput } from '@tuneport/contract/index';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { applied, type LeadBoard } from './board-state.ts';
import { type BoardSync, boardSync, type SyncState } from './board-sync.ts';
import { useMoves } from './useMoves.ts';

/** The board of a query, as JSON. */
export type RenderedBoard = { readonly of: string; readonly board: LeadBoard };

type Query = NonNullable<CallInput<'GET /v1/admin/lead-engine/board'>['query']>;

/**
 * The board of a pipeline: read, kept up to date, and its cards with the moves of the user. `text` is the query as JSON,
 * which compares by value. `rendered` is the board that the server sent with the page; only what changed since is read
 * again.
 */
export function useBoard(text: string, rendered: RenderedBoard | null) {
  const first = rendered?.of === text ? rendered.board : null;
  const [board, setBoard] = useState(first);
  const shown = useRef(first);
  const [error, setError] = useState<Error | null>(null);
  const latest = useRef<{ board: LeadBoard | null; text: string }>({ board: null, text });
  latest.current = { board, text };

  const put = useCallback((answer: LeadBoard, of: string) => {
    if (of === latest.current.text) setBoard((now) => applied(now, answer));
  }, []);

  const load = useCallback(
    async (since?: number) => {
      const answer = await call('GET /v1/admin/lead-engine/board', {
        query: { ...(JSON.parse(text) as Query), ...(since === undefined ? {} : { since }) },
      });
      put(answer, text);
      setError(null);
      return answer.version;
    },
    [text, put],
  );
  const reload = useCallback(() => {
    load().catch((problem: Error) => setError(problem));
  }, [load]);
  const sync = useRef<BoardSync | null>(null);
  const [state, setState] = useState<SyncState>('current');
  useEffect(() => {
    const from = shown.current;
    shown.current = null;
    const own = boardSync({
      version: from?.version ?? 0,
      read: () => load(latest.current.board?.version),
      onState: setState,
      isOnline: () => navigator.onLine,
      chance: Math.random,
    });
    sync.current = own;
    window.addEventListener('online', own.connectionChanged);
    window.addEventListener('offline', own.connectionChanged);
    if (from) void own.catchUp();
    else {
      setBoard(null);
      reload();
    }
    return () => {
      own.end();
      window.removeEventListener('online', own.connectionChanged);
      window.removeEventListener('offline', own.connectionChanged);
    };
  }, [load, reload]);

  /** Reads what changed; with a version only if it is not shown yet. Resolves after the first attempt. */
  const follow = useCallback(async (version?: string) => {
    const now = latest.current.board;
    if (now && version !== String(now.version))
      await sync.current?.catchUp(version === undefined ? undefined : Number(version));
  }, []);
  const readCurrent = useCallback(() => latest.current.board, []);
  const moves = useMoves({ board, setBoard, readCurrent, follow });
  return { board, error, state, reload, follow, ...moves };
}
