import type { ReactNode } from 'react';
import { DateText } from '../text/DateText.tsx';
import { Link } from './Link.tsx';
import css from './LinkRow.module.css';

type Props = { to: string; title: string; state: ReactNode; more: string; at: string };

/** List row of a user's own record: title, state and time of the last change. */
export const LinkRow = ({ to, title, state, more, at }: Props) => (
  <Link to={to} discover="none" className={css.row}>
    <span className={css.title}>{title}</span>
    {state}
    <span className={css.more}>{more}</span>
    <span className={css.more}>
      <DateText at={at} show="relative" />
    </span>
  </Link>
);
