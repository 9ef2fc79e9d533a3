import type { CallInput } from '@tuneport/contract/index';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import type { BoardMove } from '../../ui/board/Board.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import {
  applied,
  type Card,
  type LeadBoard,
  type PendingMove,
  placedCards,
  positionAfter,
  withCard,
} from './board-state.ts';
import { type BoardSync, boardSync, type SyncState } from './board-sync.ts';

/** The board of a query, as JSON. */
export type RenderedBoard = { readonly of: string; readonly board: LeadBoard };

type Query = NonNullable<CallInput<'GET /v1/admin/lead-engine/board'>['query']>;

/**
 * The board of a pipeline: read, kept up to date, and moved optimistically. `text` is the query as JSON, which compares
 * by value. `rendered` is the board that the server sent with the page; only what changed since is read again.
 */
export function useBoard(text: string, rendered: RenderedBoard | null) {
  const first = rendered?.of === text ? rendered.board : null;
  const [board, setBoard] = useState(first);
  const shown = useRef(first);
  const [error, setError] = useState<Error | null>(null);
  const [pending, setPending] = useState<ReadonlyMap<number, PendingMove>>(new Map());
  const latest = useRef<{ board: LeadBoard | null; text: string }>({ board: null, text });
  latest.current = { board, text };
  const chains = useRef(new Map<number, Promise<void>>());

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
  const placed = useMemo(() => placedCards(board?.cards ?? [], pending), [board, pending]);
  const placedRef = useRef(placed);
  placedRef.current = placed;

  const drop = useCallback((id: number, move: PendingMove | null) => {
    setPending((now) => {
      const next = new Map(now);
      if (move) next.set(id, move);
      else next.delete(id);
      return next;
    });
  }, []);

  const moveRef = useRef<(move: BoardMove, lostReason?: string, isUndo?: boolean) => void>(() => {});
  /** Moves of one card are sent one after the other, each with the version that the last one made. */
  const move = useCallback(
    ({ id, columnId, afterId }: BoardMove, lostReason?: string, isUndo = false) => {
      const before = placedRef.current.find((one) => one.id === id);
      const above = placedRef.current.filter((one) => one.columnId === before?.columnId);
      const undo = before && {
        id,
        columnId: before.columnId,
        afterId: above[above.findIndex((one) => one.id === id) - 1]?.id ?? null,
      };
      const own = { stageId: columnId, position: positionAfter(placedRef.current, id, columnId, afterId) };
      drop(id, own);
      const send = async () => {
        const card = latest.current.board?.cards.find((one) => one.id === id);
        try {
          const saved = await call('PATCH /v1/admin/lead-engine/deals/:id', {
            params: { id },
            body: {
              ...(card?.stageId === columnId ? {} : { stageId: columnId }),
              afterId,
              ...(card ? { version: card.version } : {}),
              ...(lostReason === undefined ? {} : { lostReason }),
            },
          });
          setBoard((now) => now && withCard(now, saved));
          if (undo && undo.columnId !== columnId && !isUndo)
            toast(movedText(saved, latest.current.board), {
              action: {
                label: 'Undo',
                onSelect: () =>
                  saved.status === 'open'
                    ? moveRef.current(undo, undefined, true)
                    : void reopen(id).then(
                        () => follow(),
                        () => toast('The deal is still closed. Try again.', { tone: 'bad' }),
                      ),
              },
            });
        } catch (problem) {
          toast(moveProblem(problem), { tone: 'bad' });
          await follow();
        }
        setPending((now) => {
          if (now.get(id) !== own) return now;
          const next = new Map(now);
          next.delete(id);
          return next;
        });
      };
      const chain = (chains.current.get(id) ?? Promise.resolve()).then(send);
      chains.current.set(id, chain);
    },
    [drop, follow],
  );

  moveRef.current = move;

  return { board, error, state, placed, move, reload, follow };
}

const reopen = (id: number) => call('POST /v1/admin/lead-engine/deals/:id/reopen', { params: { id }, body: {} });

function movedText({ status, stageId }: Card, board: LeadBoard | null): string {
  if (status !== 'open') return status === 'won' ? 'Deal won.' : 'Deal marked as lost.';
  const stage = board?.pipeline.stages.find(({ id }) => id === stageId);
  return `Moved to ${stage?.name ?? 'another stage'}.`;
}

function moveProblem(problem: unknown): string {
  if (!(problem instanceof ApiError)) return 'The move was not saved. The card is back in its place.';
  if (problem.status === 412) return 'Someone else changed this deal first. The board now shows their change.';
  if (problem.status >= 500) return 'The move was not saved because of a server error. The card is back in its place.';
  return `${errorText(problem)} The card is back in its place.`;
}
