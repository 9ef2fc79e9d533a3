import { type ReactNode, useId } from 'react';
import { Card } from '../ui/layout/Layout.tsx';
import css from './TableSection.module.css';

type Props = {
  title: string;
  /** What is said instead of the table while there is nothing to list. */
  none?: string | null;
  children: ReactNode;
};

/** A table on a page that has several, below its own heading. */
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
