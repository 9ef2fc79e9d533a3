import { type KeyboardEvent, memo, type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { Icon, StrokeIcon } from '../text/Icon.tsx';
import css from './Board.module.css';
import { usePointerDrag } from './usePointerDrag.ts';

type BoardColumn = {
  readonly id: number;
  readonly title: string;
  /** Counts and sums, below the title. */
  readonly head?: ReactNode;
  /** Only a place to drop cards: narrow, without cards. */
  readonly target?: 'good' | 'bad';
  /** Below the cards, for example a form to add one. */
  readonly foot?: ReactNode;
};
type BoardCard = { readonly id: number; readonly columnId: number; readonly name: string };

/** Where a card goes: below another card of the column, or to its top. */
export type BoardMove = { readonly id: number; readonly columnId: number; readonly afterId: number | null };

type Props<C extends BoardCard> = {
  label: string;
  columns: readonly BoardColumn[];
  /** In their order within each column. */
  cards: readonly C[];
  card: (card: C) => ReactNode;
  onMove: (move: BoardMove) => void;
};

/** Two columns of dots: the usual drag handle. Three dots in a row would be a menu. */
const gripPath = [5.6, 10.4]
  .flatMap((x) => [3.2, 7.6, 12].map((y) => `M${x} ${y}a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8`))
  .join('');

/** Cards that are drawn before the first paint; the rest follows without blocking input. */
const firstCards = 12;

/** Columns of cards that are dragged by mouse and touch, or moved with the keyboard. */
export function Board<C extends BoardCard>({ label, columns, cards, card, onMove }: Props<C>) {
  const root = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const hint = useId();
  const [said, setSaid] = useState('');
  const [lifted, setLifted] = useState<BoardMove | null>(null);
  /** The card that was just dropped or put back. */
  const returned = useRef<number | null>(null);
  const [limit, setLimit] = useState(firstCards);
  useEffect(() => startTransition(() => setLimit(Number.POSITIVE_INFINITY)), []);
  const suppressClick = usePointerDrag(root, line, onMove);

  const cardsOf = (columnId: number) => cards.filter((one) => one.columnId === columnId && one.id !== lifted?.id);
  const nameOf = (id: number) => cards.find((one) => one.id === id)?.name ?? '';
  const titleOf = (id: number) => columns.find((column) => column.id === id)?.title ?? '';

  const lift = (id: number) => {
    const found = cards.find((one) => one.id === id);
    if (!found) return;
    const column = cards.filter((one) => one.columnId === found.columnId);
    const above = column[column.findIndex((one) => one.id === id) - 1];
    setLifted({ id, columnId: found.columnId, afterId: above?.id ?? null });
    setSaid(
      `${found.name} picked up in ${titleOf(found.columnId)}. Use the arrow keys, then Enter to drop or Escape to cancel.`,
    );
  };
  const shift = (by: { column?: -1 | 1; place?: -1 | 1 }) => {
    if (!lifted) return;
    const at = columns.findIndex((column) => column.id === lifted.columnId);
    const column = columns[at + (by.column ?? 0)];
    if (!column) return;
    const others = cardsOf(column.id);
    if (by.column) {
      setLifted({ ...lifted, columnId: column.id, afterId: null });
      setSaid(`${column.title}, place 1 of ${others.length + 1}`);
      return;
    }
    const place = lifted.afterId === null ? 0 : others.findIndex((one) => one.id === lifted.afterId) + 1;
    const next = Math.min(Math.max(place + (by.place ?? 0), 0), others.length);
    setLifted({ ...lifted, afterId: others[next - 1]?.id ?? null });
    setSaid(`${column.title}, place ${next + 1} of ${others.length + 1}`);
  };
  const drop = () => {
    if (!lifted) return;
    setSaid(`${nameOf(lifted.id)} dropped in ${titleOf(lifted.columnId)}.`);
    returned.current = lifted.id;
    setLifted(null);
    onMove(lifted);
  };
  const cancel = () => {
    if (!lifted) return;
    setSaid(`${nameOf(lifted.id)} put back.`);
    returned.current = lifted.id;
    setLifted(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!lifted) return;
    const act = {
      ArrowLeft: () => shift({ column: -1 }),
      ArrowRight: () => shift({ column: 1 }),
      ArrowUp: () => shift({ place: -1 }),
      ArrowDown: () => shift({ place: 1 }),
      Enter: drop,
      ' ': drop,
      Escape: cancel,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  // A card that moves between lists gets a new button each time, even when it goes back to its own list.
  useEffect(() => {
    const id = lifted?.id ?? returned.current;
    returned.current = null;
    if (id !== null) root.current?.querySelector<HTMLElement>(`[data-grip="${id}"]`)?.focus();
  }, [lifted]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of lists; section would need a heading of its own
    <div className={css.frame} role="group" aria-label={label} onKeyDown={onKeyDown} onClickCapture={suppressClick}>
      <p id={hint} hidden>
        Press Enter to pick up the card, then use the arrow keys.
      </p>
      <div className={css.board} ref={root} data-lifted={lifted ? true : undefined}>
        {columns.map((column) => {
          const own = cards.filter((one) => one.columnId === column.id);
          const shown = lifted ? placed(cards, column.id, lifted) : own;
          return (
            <section
              key={column.id}
              className={cx(css.column, column.target && css.target)}
              data-column={column.id}
              data-tone={column.target}
              aria-label={column.title}
            >
              <header className={css.head}>
                <h2>{column.title}</h2>
                {column.head}
              </header>
              <ol className={css.cards} data-cards={column.id}>
                {shown.slice(0, limit).map((one) => (
                  <Slot
                    key={one.id}
                    id={one.id}
                    name={one.name}
                    hint={hint}
                    lifted={one.id === lifted?.id}
                    onLift={lift}
                    card={one}
                    render={card as (card: BoardCard) => ReactNode}
                  />
                ))}
              </ol>
              {column.foot ? <div className={css.foot}>{column.foot}</div> : null}
            </section>
          );
        })}
      </div>
      <div className={css.dropLine} ref={line} hidden />
      {lifted ? (
        <div className={css.tools} role="toolbar" aria-label={`Move ${nameOf(lifted.id)}`}>
          <span className={css.toolsText}>{titleOf(lifted.columnId)}</span>
          <Button size="small" icon aria-label="Previous column" onClick={() => shift({ column: -1 })}>
            <Icon name="chevronLeft" />
          </Button>
          <Button size="small" icon aria-label="Next column" onClick={() => shift({ column: 1 })}>
            <Icon name="chevronRight" />
          </Button>
          <Button size="small" onClick={() => shift({ place: -1 })}>
            Up
          </Button>
          <Button size="small" onClick={() => shift({ place: 1 })}>
            Down
          </Button>
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
          <Button size="small" variant="primary" onClick={drop}>
            Drop here
          </Button>
        </div>
      ) : null}
      <div className="visually-hidden" role="status">
        {said}
      </div>
    </div>
  );
}

/** The cards of a column with the lifted one at its current place. */
function placed<C extends BoardCard>(cards: readonly C[], columnId: number, lifted: BoardMove): readonly C[] {
  const others = cards.filter((one) => one.columnId === columnId && one.id !== lifted.id);
  const card = cards.find((one) => one.id === lifted.id);
  if (!card || lifted.columnId !== columnId) return others;
  const at = lifted.afterId === null ? 0 : others.findIndex((one) => one.id === lifted.afterId) + 1;
  return [...others.slice(0, at), card, ...others.slice(at)];
}

type SlotProps = {
  id: number;
  name: string;
  hint: string;
  lifted: boolean;
  card: BoardCard;
  render: (card: BoardCard) => ReactNode;
  onLift: (id: number) => void;
};

/** Drawn again only when its card changed: a board has thousands. */
const Slot = memo(
  function Slot({ id, name, hint, lifted, card, render, onLift }: SlotProps) {
    return (
      <li className={css.card} data-card={id} data-lifted={lifted || undefined}>
        {render(card)}
        <button
          type="button"
          className={css.grip}
          data-grip={id}
          aria-label={`Move ${name}`}
          aria-describedby={hint}
          aria-pressed={lifted}
          onClick={() => onLift(id)}
        >
          <StrokeIcon path={gripPath} />
        </button>
      </li>
    );
  },
  (before, after) => before.card === after.card && before.lifted === after.lifted && before.render === after.render,
);
