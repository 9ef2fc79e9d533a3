import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import type { BoardMove } from './Board.tsx';

const startPx = 6;
/** A finger that rests this long drags; one that moves earlier scrolls. */
const touchHoldMs = 280;
const edgePx = 48;
const edgeStepPx = 14;

/**
 * Drags a card with the pointer. The DOM is moved directly and React is notified only of the drop, so that a board with
 * thousands of cards stays at the frame rate of the screen. Returns a handler that swallows the click after a drag.
 */
export function usePointerDrag(
  root: RefObject<HTMLDivElement | null>,
  line: RefObject<HTMLDivElement | null>,
  onMove: (move: BoardMove) => void,
): (event: MouseEvent) => void {
  const latest = useRef(onMove);
  latest.current = onMove;
  const dragged = useRef(false);

  useEffect(() => {
    const board = root.current;
    if (!board) return;
    let end = () => {};

    const down = (event: PointerEvent) => {
      const target = event.target as HTMLElement;
      const card = target.closest<HTMLElement>('[data-card]');
      if (!card || event.button !== 0 || !event.isPrimary || target.closest('[data-grip], input, select, textarea'))
        return;
      dragged.current = false;
      end();
      end = startDrag({
        board,
        card,
        line: line.current,
        event,
        onStart: () => {
          dragged.current = true;
        },
        onDrop: (move) => latest.current(move),
      });
    };
    // A native drag of the link in a card would take over the pointer.
    const noNativeDrag = (event: Event) => event.preventDefault();
    board.addEventListener('pointerdown', down);
    board.addEventListener('dragstart', noNativeDrag);
    return () => {
      board.removeEventListener('pointerdown', down);
      board.removeEventListener('dragstart', noNativeDrag);
      end();
    };
  }, [root, line]);

  return (event) => {
    if (!dragged.current) return;
    dragged.current = false;
    event.preventDefault();
    event.stopPropagation();
  };
}

type Drag = {
  board: HTMLElement;
  card: HTMLElement;
  line: HTMLElement | null;
  event: PointerEvent;
  onStart: () => void;
  onDrop: (move: BoardMove) => void;
};

/** Follows one pointer until it is released. Returns a function that cancels. */
function startDrag({ board, card, line, event, onStart, onDrop }: Drag): () => void {
  const touch = event.pointerType === 'touch';
  const [startX, startY] = [event.clientX, event.clientY];
  let [x, y] = [startX, startY];
  let ghost: HTMLElement | null = null;
  let frame = 0;
  let place: { columnId: number; afterId: number | null } | null = null;
  const box = card.getBoundingClientRect();

  const begin = () => {
    onStart();
    ghost = card.cloneNode(true) as HTMLElement;
    ghost.dataset.ghost = 'true';
    ghost.removeAttribute('data-card');
    ghost.setAttribute('aria-hidden', 'true');
    ghost.style.width = `${box.width}px`;
    board.append(ghost);
    card.dataset.dragging = 'true';
    if (touch) navigator.vibrate?.(10);
    frame = requestAnimationFrame(draw);
  };
  const hold = touch ? setTimeout(begin, touchHoldMs) : undefined;

  const draw = () => {
    if (!ghost) return;
    // All reads come before all writes, so that the browser computes the layout once per frame.
    scrollAtEdges(board, x, y);
    place = placeAt(board, card, x, y);
    const drop = dropLine(board, place);
    ghost.style.transform = `translate(${box.left + x - startX}px, ${box.top + y - startY}px)`;
    if (line) drawLine(line, drop);
    frame = requestAnimationFrame(draw);
  };
  const move = (next: PointerEvent) => {
    if (next.pointerId !== event.pointerId) return;
    [x, y] = [next.clientX, next.clientY];
    const far = Math.hypot(x - startX, y - startY) > startPx;
    if (ghost || !far) return;
    if (touch) stop();
    else begin();
  };
  const up = (next: PointerEvent) => {
    if (next.pointerId !== event.pointerId) return;
    const dropped = ghost ? place : null;
    stop();
    const id = Number(card.dataset.card);
    if (dropped && !isSamePlace(card, dropped)) onDrop({ id, ...dropped });
  };
  const onKey = (key: KeyboardEvent) => {
    if (key.key === 'Escape') stop();
  };
  // Scrolling of a touch is decided before any pointer event: only a handler of the touch itself can prevent it.
  const touchMove = (next: TouchEvent) => {
    if (ghost && next.cancelable) next.preventDefault();
  };
  const stop = () => {
    clearTimeout(hold);
    cancelAnimationFrame(frame);
    ghost?.remove();
    ghost = null;
    delete card.dataset.dragging;
    if (line) line.hidden = true;
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', stop);
    window.removeEventListener('keydown', onKey);
    board.removeEventListener('touchmove', touchMove);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', stop);
  window.addEventListener('keydown', onKey);
  board.addEventListener('touchmove', touchMove, { passive: false });
  return stop;
}

function placeAt(board: HTMLElement, card: HTMLElement, x: number, y: number) {
  const column = [...board.querySelectorAll<HTMLElement>('[data-column]')].find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return x >= left && x <= right;
  });
  if (!column) return null;
  const slots = column.querySelectorAll<HTMLElement>('[data-card]');
  // Cards are in order of their position: halve instead of measuring thousands.
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { top, height } = (slots[middle] as HTMLElement).getBoundingClientRect();
    if (top + height / 2 < y) low = middle + 1;
    else high = middle;
  }
  let at = low - 1;
  while (at >= 0 && slots[at] === card) at -= 1;
  return {
    columnId: Number(column.dataset.column),
    afterId: at >= 0 ? Number(slots[at]?.dataset.card) : null,
  };
}

function isSamePlace(card: HTMLElement, { columnId, afterId }: { columnId: number; afterId: number | null }): boolean {
  const column = card.closest<HTMLElement>('[data-column]');
  const above = card.previousElementSibling as HTMLElement | null;
  return Number(column?.dataset.column) === columnId && (above ? Number(above.dataset.card) : null) === afterId;
}

type DropLine = { left: number; top: number; width: number };

/** Position of the line that marks where the card will be dropped. */
function dropLine(board: HTMLElement, place: { columnId: number; afterId: number | null } | null): DropLine | null {
  const list = place && board.querySelector<HTMLElement>(`[data-cards="${place.columnId}"]`);
  if (!list || !place) return null;
  const above = place.afterId === null ? null : list.querySelector(`[data-card="${place.afterId}"]`);
  const within = list.getBoundingClientRect();
  const top = above ? above.getBoundingClientRect().bottom + 3 : within.top + 1;
  return { left: within.left, top: Math.min(Math.max(top, within.top), within.bottom), width: within.width };
}

function drawLine(line: HTMLElement, drop: DropLine | null): void {
  line.hidden = !drop;
  if (!drop) return;
  line.style.width = `${drop.width}px`;
  line.style.transform = `translate(${drop.left}px, ${drop.top}px)`;
}

function scrollAtEdges(board: HTMLElement, x: number, y: number): void {
  const { left, right } = board.getBoundingClientRect();
  if (x < left + edgePx) board.scrollLeft -= edgeStepPx;
  else if (x > right - edgePx) board.scrollLeft += edgeStepPx;
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.querySelector('[data-cards]');
  if (!list) return;
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + edgePx) list.scrollTop -= edgeStepPx;
  else if (y > bottom - edgePx) list.scrollTop += edgeStepPx;
}
