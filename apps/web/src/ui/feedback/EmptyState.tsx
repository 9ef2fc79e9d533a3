import type { ReactNode } from 'react';
import { EmptyArt, type EmptyKind } from '../brand/EmptyArt.tsx';
import css from './page-states.module.css';

type Props = {
  art?: EmptyKind;
  /** What will appear here: "Orders appear here as soon as someone buys." */
  title: string;
  children?: ReactNode;
  /** The first action, as a button or link. */
  step?: ReactNode;
};

export function EmptyState({ art = 'list', title, children, step }: Props) {
  return (
    <div className={css.state}>
      <EmptyArt kind={art} />
      <div className={css.stateTitle}>{title}</div>
      {children ? <p>{children}</p> : null}
      {step ? <div className={css.steps}>{step}</div> : null}
    </div>
  );
}
