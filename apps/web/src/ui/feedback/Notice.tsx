import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../text/Icon.tsx';
import css from './Notice.module.css';

export type Tone = 'info' | 'good' | 'careful' | 'bad';

const icons = { info: 'info', good: 'check', careful: 'alert', bad: 'alert' } as const;

type Props = { tone?: Tone; title?: string; action?: ReactNode; live?: boolean; children?: ReactNode };

/** `live` for a notice that appears after an action: screen readers announce it. */
export function Notice({ tone = 'info', title, action, live, children }: Props) {
  const role = live ? (tone === 'bad' ? 'alert' : 'status') : undefined;
  return (
    <div className={cx(css.notice, css[tone])} role={role}>
      <Icon name={icons[tone]} />
      <div className={css.body}>
        {title ? <div className={css.title}>{title}</div> : null}
        {children}
      </div>
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  );
}
