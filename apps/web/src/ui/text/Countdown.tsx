import { useEffect, useState } from 'react';
import css from './Countdown.module.css';
import { countdownParts } from './countdown-parts.ts';

type Props = {
  /** End time, ISO. */
  until: string;
  /** The server's time at rendering, ISO, so that hydration matches. */
  now: string;
  label: string;
  onEnd?: () => void;
};

/** Running countdown. A screen reader announces the end date once, not every second. */
export function Countdown({ until, now, label, onEnd }: Props) {
  const end = Date.parse(until);
  const [time, setTime] = useState(() => Date.parse(now));
  useEffect(() => {
    setTime(Date.now());
    const timer = setInterval(() => setTime(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const over = time >= end;
  useEffect(() => {
    if (over) onEnd?.();
  }, [over, onEnd]);
  const { days, hours, minutes, seconds } = countdownParts(end, time);
  const two = (n: number) => String(n).padStart(2, '0');
  return (
    <time className={css.countdown} dateTime={until} role="timer" aria-live="off" aria-label={label}>
      {days > 0 ? <Part value={String(days)} unit="d" /> : null}
      <Part value={two(hours)} unit="h" />
      <Part value={two(minutes)} unit="m" />
      <Part value={two(seconds)} unit="s" />
    </time>
  );
}

const Part = ({ value, unit }: { value: string; unit: string }) => (
  <span>
    {value}
    <span className={css.unit}>{unit}</span>
  </span>
);
