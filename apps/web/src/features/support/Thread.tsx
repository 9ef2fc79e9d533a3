import { cx } from '../../ui/class-names.ts';
import { DateText } from '../../ui/DateText.tsx';
import { FileLinks } from './FileLinks.tsx';
import css from './support.module.css';
import type { Ticket } from './ticket-words.tsx';

type Props = {
  ticket: Pick<Ticket, 'description' | 'customer_name' | 'created_at' | 'files' | 'messages'>;
  /** Whose side of the talk the reader is on. */
  mine: 'customer' | 'house';
  addressOf: (fileId: string) => string;
};

/** Everything that was said, oldest first, one's own words to the right. */
export function Thread({ ticket, mine, addressOf }: Props) {
  const first = {
    id: 0,
    by: 'customer' as const,
    author: ticket.customer_name,
    text: ticket.description,
    created_at: ticket.created_at,
    files: ticket.files,
  };
  return (
    <ol className={css.thread} aria-label="Messages">
      {[first, ...ticket.messages].map((message) => (
        <li
          key={message.id}
          className={cx(css.message, message.by === 'note' && css.note)}
          data-mine={message.by === mine || undefined}
        >
          <div className={css.by}>
            <strong>{message.author}</strong>
            {message.by === 'note' ? <span>Note, only for staff</span> : null}
            <DateText at={message.created_at} show="both" />
          </div>
          {message.text === '' ? null : <p className={css.words}>{message.text}</p>}
          <FileLinks files={message.files} addressOf={addressOf} />
        </li>
      ))}
    </ol>
  );
}
