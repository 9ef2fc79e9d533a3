import type { ReactNode } from 'react';
import css from './Figures.module.css';

/** One number of a dashboard or the home page. */
export function Stat({ label, children, note }: { label: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className={css.stat}>
      <span className={css.statLabel}>{label}</span>
      <span className={css.big}>{children}</span>
      {note ? <span className={css.statNote}>{note}</span> : null}
    </div>
  );
}
