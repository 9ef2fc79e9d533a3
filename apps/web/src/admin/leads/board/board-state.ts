import type { CallReply } from '@tuneport/contract/index';
import { add, fromWire, type Money, multiply, zero } from '@tuneport/domain/money/money';
import { amountText } from '../../../ui/text/money-text.ts';

export type LeadBoard = CallReply<'GET /v1/admin/lead-engine/board'>;
export type Card = LeadBoard['cards'][number];

/** Where the user dropped a card, until the server has answered. */
export type PendingMove = { readonly stageId: number; readonly position: number };

/** The board after a full answer, or after the changes since its version. */
export function applied(board: LeadBoard | null, answer: LeadBoard): LeadBoard {
  if (!board || answer.complete || board.pipeline.id !== answer.pipeline.id) return answer;
  // Responses can arrive out of order.
  if (answer.version < board.version) return board;
  const changed = new Map(answer.cards.map((card) => [card.id, card]));
  const gone = new Set(answer.removed);
  const known = new Set(board.cards.map(({ id }) => id));
  return {
    ...answer,
    complete: true,
    removed: [],
    beyond: board.beyond,
    cards: [
      ...board.cards.filter(({ id }) => !gone.has(id)).map((card) => newer(card, changed.get(card.id))),
      ...answer.cards.filter(({ id }) => !known.has(id)),
    ],
  };
}

const newer = (card: Card, other: Card | undefined): Card => (other && other.version >= card.version ? other : card);

/** A card as the reply of its move shows it. */
export const withCard = (board: LeadBoard, card: Card): LeadBoard => ({
  ...board,
  cards:
    card.status === 'open'
      ? board.cards.map((one) => (one.id === card.id ? newer(one, card) : one))
      : board.cards.filter((one) => one.id !== card.id),
});

/** The cards in their order, with the moves that the server has not answered yet. */
export function placedCards(cards: readonly Card[], pending: ReadonlyMap<number, PendingMove>) {
  return cards
    .map((card) => {
      const move = pending.get(card.id);
      return {
        card,
        id: card.id,
        name: card.title,
        columnId: move?.stageId ?? card.stageId,
        position: move?.position ?? card.position,
      };
    })
    .sort((a, b) => a.position - b.position || a.id - b.id);
}

/** A sort key below another card of a column, or at its top. Only for display: the server has its own. */
export function positionAfter(
  placed: readonly { id: number; columnId: number; position: number }[],
  id: number,
  columnId: number,
  afterId: number | null,
): number {
  const column = placed.filter((one) => one.columnId === columnId && one.id !== id);
  const at = afterId === null ? -1 : column.findIndex((one) => one.id === afterId);
  const [above, below] = [column[at], column[at + 1]];
  if (!above) return (below?.position ?? 0) - 1;
  return below ? (above.position + below.position) / 2 : above.position + 1;
}

type Totals = { readonly count: number; readonly value: Money[]; readonly weighted: Money[] };

type Beyond = Pick<LeadBoard['beyond'][number], 'count' | 'value' | 'weighted'>;

/** Count, sum and weighted forecast of a column with its deals beyond the cards; one sum per currency. */
export function totalsOf(cards: readonly Card[], beyond: readonly Beyond[] = []): Totals {
  const [value, weighted] = [new Map<string, Money>(), new Map<string, Money>()];
  const addTo = (sums: Map<string, Money>, amount: Money | null) => {
    if (amount) sums.set(amount.currency, add(sums.get(amount.currency) ?? zero(amount.currency), amount));
  };
  for (const { value: wire, probability } of cards) {
    const amount = fromWire(wire);
    addTo(value, amount);
    addTo(weighted, amount && multiply(amount, { numerator: BigInt(probability), denominator: 100n }));
  }
  for (const rest of beyond) {
    addTo(value, fromWire(rest.value));
    addTo(weighted, fromWire(rest.weighted));
  }
  const list = (of: Map<string, Money>) => [...of.values()].filter(({ amountMinor }) => amountMinor !== 0n);
  return { count: cards.length + countOf(beyond), value: list(value), weighted: list(weighted) };
}

/** Deals without a card. */
export const countOf = (beyond: readonly Pick<Beyond, 'count'>[]): number =>
  beyond.reduce((sum, { count }) => sum + count, 0);

/** Without decimals: column heads compare sums, not cents. */
export const wholeUnits = (decimal: string): string => amountText(decimal.replace(/\..*$/, ''));
