import type { ReactNode } from 'react';
import { DateText } from './DateText.tsx';
import css from './Thread.module.css';

type ThreadMessage = {
  readonly id: number;
  readonly by: 'customer' | 'house' | 'note';
  readonly author: string;
  readonly text: string;
  readonly created_at: string;
  readonly by_mail?: boolean;
};

type Props<M extends ThreadMessage> = {
  label: string;
  messages: readonly M[];
  /** The side of the conversation the reader is on. */
  mine: 'customer' | 'house';
  /** "Note, only for staff" */
  noteWords: string;
  /** "By e-mail" */
  mailWords?: string;
  /** Content below a message, such as its files. */
  below?: (message: M) => ReactNode;
};

/** All messages, oldest first, the reader's own on the right. */
export function Thread<M extends ThreadMessage>({ label, messages, mine, noteWords, mailWords, below }: Props<M>) {
  return (
    <ol className={css.thread} aria-label={label}>
      {messages.map((message) => (
        <li
          key={message.id}
          className={css.message}
          data-mine={message.by === mine || undefined}
          data-note={message.by === 'note' || undefined}
        >
          <div className={css.by}>
            <strong>{message.author}</strong>
            {message.by === 'note' ? <span>{noteWords}</span> : null}
            {message.by_mail && mailWords !== undefined ? <span>{mailWords}</span> : null}
            <DateText at={message.created_at} show="both" />
          </div>
          {message.text === '' ? null : <p className={css.words}>{message.text}</p>}
          {below?.(message)}
        </li>
      ))}
    </ol>
  );
}
