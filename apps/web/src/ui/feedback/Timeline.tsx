import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import type { StateTone } from '../feedback/StateDot.tsx';
import tones from './StateDot.module.css';
import css from './Timeline.module.css';

export type Moment = {
  id: string | number;
  title: ReactNode;
  when?: ReactNode;
  body?: ReactNode;
  tone?: StateTone;
  /** In the future. */
  ahead?: boolean;
};

export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className={css.timeline}>
      {moments.map((m) => (
        <li key={m.id} className={cx(css.moment, tones[m.tone ?? 'neutral'])} data-hollow={m.ahead || undefined}>
          <div>
            <div className={css.momentHead}>
              <span className={css.momentTitle}>{m.title}</span>
              {m.when ? <span className={css.momentWhen}>{m.when}</span> : null}
            </div>
            {m.body ? <div className={css.momentBody}>{m.body}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
