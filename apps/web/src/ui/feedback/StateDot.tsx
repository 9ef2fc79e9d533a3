import type { StateTone } from '@tuneport/domain/states/machine';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from './StateDot.module.css';

export type { StateTone };

/** A state as a short label with a dot. `hollow` for a state that has not begun. */
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
