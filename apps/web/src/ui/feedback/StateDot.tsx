import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from '../Small.module.css';

/** One colour per meaning: waiting is neutral, moving is busy, done is good, wants a person is careful, failed is bad. */
export type StateTone = 'neutral' | 'busy' | 'accent' | 'good' | 'careful' | 'bad';

/** A state as a small word with a dot. `hollow` for what has not begun. */
export function StateDot({
  tone = 'neutral',
  hollow,
  children,
}: {
  tone?: StateTone;
  hollow?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={cx(css.dot, css[tone])} data-hollow={hollow || undefined}>
      {children}
    </span>
  );
}

export function Badge({ tone, children }: { tone?: 'accent'; children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  );
}
