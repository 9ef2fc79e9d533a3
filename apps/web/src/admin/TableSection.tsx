import { type ReactNode, useId } from 'react';
import { Card } from '../ui/layout/Layout.tsx';
import css from './TableSection.module.css';

type Props = {
  title: string;
  /** Shown instead of the table when it is empty. */
  none?: string | null;
  children: ReactNode;
};

/** A table with its own heading, on a page with several. */
export function TableSection({ title, none, children }: Props) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {none ? (
        <p className={css.none}>{none}</p>
      ) : (
        <Card flush className={css.table}>
          {children}
        </Card>
      )}
    </section>
  );
}
