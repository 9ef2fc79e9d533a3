import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from '../ui/layout/Breadcrumbs.tsx';
import css from './PageHead.module.css';

type Props = {
  /** Breadcrumbs; the page itself is the last one. */
  crumbs?: readonly Crumb[];
  title: string;
  /** One line below the title: state, address or purpose of the page. */
  about?: ReactNode;
  /** Actions, on the opposite side. */
  children?: ReactNode;
};

/** The header of every back-office page: breadcrumbs, title and actions. */
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
