import { type Dispatch, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import type { BoardMove } from '../../../ui/board/Board.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { type Card, type LeadBoard, type PendingMove, placedCards, positionAfter, withCard } from './board-state.ts';

type Input = {
  readonly board: LeadBoard | null;
  readonly setBoard: Dispatch<SetStateAction<LeadBoard | null>>;
  /** The board of the last render. */
  readonly readCurrent: () => LeadBoard | null;
  /** Reads what changed. */
  readonly follow: () => Promise<void>;
};

/** The cards in their places, and a function that moves one: shown at once, and shown where it was if it is not saved. */
export function useMoves({ board, setBoard, readCurrent, follow }: Input) {
  const [pending, setPending] = useState<ReadonlyMap<number, PendingMove>>(new Map());
  const chains = useRef(new Map<number, Promise<void>>());
  const placed = useMemo(() => placedCards(board?.cards ?? [], pending), [board, pending]);
  const placedRef = useRef(placed);
  placedRef.current = placed;

  const moveRef = useRef<(move: BoardMove, lostReason?: string, isUndo?: boolean) => void>(() => {});
  /** Moves of one card are sent one after the other, each with the version that the last one made. */
  const move = useCallback(
    (wanted: BoardMove, lostReason?: string, isUndo = false) => {
      const { id, columnId, afterId } = wanted;
      const back = placeOf(placedRef.current, id);
      const own = { stageId: columnId, position: positionAfter(placedRef.current, id, columnId, afterId) };
      setPending((now) => new Map(now).set(id, own));
      const send = async () => {
        try {
          const saved = await saveMove(
            wanted,
            readCurrent()?.cards.find((one) => one.id === id),
            lostReason,
          );
          setBoard((now) => now && withCard(now, saved));
          if (back && back.columnId !== columnId && !isUndo)
            toast(movedText(saved, readCurrent()), {
              action: {
                label: 'Undo',
                onSelect: () =>
                  saved.status === 'open'
                    ? moveRef.current(back, undefined, true)
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
          // A later move of the card is still under way.
          if (now.get(id) !== own) return now;
          const next = new Map(now);
          next.delete(id);
          return next;
        });
      };
      chains.current.set(id, (chains.current.get(id) ?? Promise.resolve()).then(send));
    },
    [setBoard, readCurrent, follow],
  );
  moveRef.current = move;

  return { placed, move };
}

/** Where a card is now, as the move that brings it back. */
function placeOf(placed: ReturnType<typeof placedCards>, id: number): BoardMove | null {
  const card = placed.find((one) => one.id === id);
  if (!card) return null;
  const column = placed.filter((one) => one.columnId === card.columnId);
  return { id, columnId: card.columnId, afterId: column[column.indexOf(card) - 1]?.id ?? null };
}

const saveMove = ({ id, columnId, afterId }: BoardMove, card: Card | undefined, lostReason: string | undefined) =>
  call('PATCH /v1/admin/lead-engine/deals/:id', {
    params: { id },
    body: {
      ...(card?.stageId === columnId ? {} : { stageId: columnId }),
      afterId,
      ...(card ? { version: card.version } : {}),
      ...(lostReason === undefined ? {} : { lostReason }),
    },
  });

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
