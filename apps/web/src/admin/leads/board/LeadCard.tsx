import { rotShare } from '@tuneport/domain/leads/pipelines';
import { cx } from '../../../ui/class-names.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { calendarDay } from '../../../ui/text/date-text.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { Card } from './board-state.ts';
import css from './lead-card.module.css';

/** Contact, value and next activity. The line at the bottom changes colour with the days in the stage. */
export function LeadCard({ card, rotDays, today }: { card: Card; rotDays: number | null; today: string }) {
  const { nextActivity } = card;
  const overdue = nextActivity !== null && nextActivity.date < today;
  const share = rotShare(card.daysInStage, rotDays);
  return (
    <article className={css.card} data-priority={card.priority === 'high' ? 'high' : undefined}>
      <TextLink quiet to={`/admin/lead-engine/deals/${card.id}`} discover="none" className={css.cardTitle}>
        {card.title}
        {card.priority === 'high' ? <span className="visually-hidden">, high priority</span> : null}
      </TextLink>
      <div className={css.cardWho}>
        {[card.organization?.name, card.contact?.name].filter(Boolean).join(' · ') || 'No contact'}
      </div>
      <div className={css.cardFacts}>
        <MoneyText money={card.value} />
        <span>{card.user?.name ?? 'No owner'}</span>
      </div>
      {card.labels.length > 0 ? (
        <div className={css.labels}>
          {card.labels.map((label) => (
            <span key={label.id} className={css.label} data-colour={label.colour}>
              {label.name}
            </span>
          ))}
        </div>
      ) : null}
      <div className={cx(css.cardNext, (overdue || !nextActivity) && css.needs)}>
        {nextActivity
          ? `${overdue ? 'Overdue: ' : ''}${nextActivity.subject}, ${calendarDay(nextActivity.date)}`
          : 'No activity planned'}
      </div>
      <div className={css.age} data-age={share === null ? undefined : Math.min(4, Math.floor(share * 4))}>
        <span className="visually-hidden">
          {card.daysInStage === 1 ? '1 day' : `${card.daysInStage} days`} in this stage{card.rotten ? ', too long' : ''}
        </span>
        <span aria-hidden="true" className={css.ageDays} title="Days in this stage">
          {card.daysInStage} d
        </span>
      </div>
    </article>
  );
}
