import { useSearchParams } from 'react-router';
import { Calendar } from '../../../ui/calendar/Calendar.tsx';
import { TextLink } from '../../../ui/controls/Button.tsx';
import leadsCss from '../leads.module.css';
import type { Card } from './board-state.ts';

/** The deals of the board by the day they are expected to close. */
export function DealCalendar({ cards, today }: { cards: readonly Card[]; today: string }) {
  const [params] = useSearchParams();
  const entries = cards.flatMap((card) =>
    card.expectedCloseDate
      ? [
          {
            id: card.id,
            date: card.expectedCloseDate,
            content: (
              <TextLink quiet className={leadsCss.entry} to={`/admin/lead-engine/deals/${card.id}`} discover="none">
                {[card.title, card.organization?.name ?? card.contact?.name].filter(Boolean).join(' · ')}
              </TextLink>
            ),
          },
        ]
      : [],
  );
  return (
    <Calendar
      label="Deals by expected close date"
      month={params.get('month')}
      today={today}
      entries={entries}
      monthLink={(month) => {
        const next = new URLSearchParams(params);
        next.set('month', month);
        return `?${next}`;
      }}
      empty="No open deal is expected to close this month."
    />
  );
}
