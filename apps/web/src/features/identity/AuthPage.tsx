import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUi } from '../../platform/ui-state.ts';
import { Logo } from '../../ui/brand/Logo.tsx';
import { markStock, markTuned } from '../../ui/brand/Mark.tsx';
import css from './auth.module.css';

type Props = { title: string; lead?: ReactNode; children?: ReactNode; foot?: ReactNode };

/** Layout of all login pages: one narrow column next to the curve. */
export function AuthPage({ title, lead, children, foot }: Props) {
  const name = useUi()?.settings.company.name;
  return (
    <div className={css.page}>
      <div className={css.side}>
        <Link to="/" className={css.home}>
          <Logo name={name} />
        </Link>
        <div className={css.column}>
          <h1>{title}</h1>
          {lead ? <p className={css.lead}>{lead}</p> : null}
          {children}
          {foot ? <div className={css.foot}>{foot}</div> : null}
        </div>
      </div>
      <div className={css.art} data-scheme="dark" aria-hidden="true">
        <svg viewBox="4 4 24 22" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true">
          {[8, 11, 14, 17, 20, 23].map((y) => (
            <path key={y} d={`M-20 ${y}H60`} className={css.grid} />
          ))}
          {[-4, 0, 4, 8, 12, 16, 20, 24, 28, 32].map((x) => (
            <path key={x} d={`M${x + 0.5} -10V40`} className={css.grid} />
          ))}
          <path d={markStock} className={css.stock} />
          <path d={markTuned} className={css.tuned} pathLength={1} />
        </svg>
      </div>
    </div>
  );
}
