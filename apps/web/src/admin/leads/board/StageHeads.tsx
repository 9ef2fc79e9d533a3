import { closedDealDays } from '@tuneport/domain/leads/deal-states';
import { toDecimal } from '@tuneport/domain/money/money';
import { memo } from 'react';
import { TextLink } from '../../../ui/controls/Button.tsx';
import css from './board.module.css';
import { type Card, countOf, type LeadBoard, totalsOf, wholeUnits } from './board-state.ts';

/** Number, value and forecast of the deals in a stage. */
export const StageHead = memo(function StageHead(props: {
  cards: Card[];
  beyond: LeadBoard['beyond'];
  probability: number;
}) {
  const { count, value, weighted } = totalsOf(props.cards, props.beyond);
  const hidden = countOf(props.beyond);
  return (
    <div className={css.totals}>
      <span>
        <strong>{count}</strong> {count === 1 ? 'deal' : 'deals'}
        {value.map((amount) => (
          <span key={amount.currency}>
            {' '}
            · <strong>{wholeUnits(toDecimal(amount))}</strong> {amount.currency}
          </span>
        ))}
      </span>
      <span>
        {weighted.length > 0
          ? `Forecast ${weighted.map((amount) => `${wholeUnits(toDecimal(amount))} ${amount.currency}`).join(', ')}`
          : `Probability ${props.probability}%`}
      </span>
      {hidden > 0 ? <span>{hidden} more in the list view</span> : null}
    </div>
  );
});

/** Number and value of the deals that were won or lost recently. */
export function ClosedHead({ board, status }: { board: LeadBoard | null; status: 'won' | 'lost' }) {
  const closed = board?.closed.filter((one) => one.status === status) ?? [];
  return (
    <div className={css.totals}>
      <span>
        <strong>{countOf(closed)}</strong> in {closedDealDays} days
      </span>
      {closed.map(({ value }) => (
        <span key={value.currency}>
          {wholeUnits(value.amount)} {value.currency}
        </span>
      ))}
      <TextLink to={`/admin/lead-engine?show=list&mode=${status}&pipeline=${board?.pipeline.id ?? ''}`} discover="none">
        Show
      </TextLink>
    </div>
  );
}
