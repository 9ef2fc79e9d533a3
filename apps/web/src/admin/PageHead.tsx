import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from '../ui/layout/Breadcrumbs.tsx';
import css from './PageHead.module.css';

type Props = {
  /** The way back; the page itself is the last of them. */
  crumbs?: readonly Crumb[];
  title: string;
  /** One line below the title: its state, its address, what the page is for. */
  about?: ReactNode;
  /** What may be done, on the other side. */
  children?: ReactNode;
};

/** The head of every back-office page: where it belongs, what it is, what may be done. */
export function PageHead({ crumbs, title, about, children }: Props) {
  return (
    <header className={css.head}>
      <div className={css.title}>
        {crumbs ? <Breadcrumbs crumbs={crumbs} /> : null}
        <h1>{title}</h1>
        {about ? <div className={css.about}>{about}</div> : null}
      </div>
      {children ? <div className={css.actions}>{children}</div> : null}
    </header>
  );
}
