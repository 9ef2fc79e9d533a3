import { useEffect, useState } from 'react';
import { dateText, relativeText } from './date-text.ts';
import css from './Figures.module.css';

type Props = {
  /** ISO. */
  at: string;
  /** `relative` adds "3 hours ago"; `both` is for records, `date` for tables. */
  show?: 'date' | 'time' | 'relative' | 'both';
};

const everyMs = 60_000;

/**
 * The server does not know the user's time zone, so the first render is in UTC on both sides, followed by local time.
 * The exact time with its zone is in the title.
 */
export function DateText({ at, show = 'time' }: Props) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    if (show === 'date' || show === 'time') return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [show]);
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>–</span>;
  const zone = now === null ? 'utc' : 'local';
  const absolute = dateText(date, zone, show !== 'date');
  const relative = now === null ? null : relativeText(date.getTime(), now);
  const title =
    now === null
      ? `${dateText(date, 'utc', true)} UTC`
      : `${dateText(date, 'local', true)} (${Intl.DateTimeFormat().resolvedOptions().timeZone}), ${dateText(date, 'utc', true)} UTC`;
  return (
    <time className={css.date} dateTime={at} title={title}>
      {show === 'relative' ? (relative ?? dateText(date, zone, false)) : absolute}
      {show === 'both' && relative ? <span className={css.relative}> · {relative}</span> : null}
    </time>
  );
}
