import type { ReactNode } from 'react';
import { Logo } from '../brand/Logo.tsx';
import { cx } from '../class-names.ts';
import css from './PrintLayout.module.css';

type Props = {
  title: string;
  paper?: 'a4' | 'letter';
  /** Number, date and addresses: the right side of the header. */
  meta?: ReactNode;
  siteName?: string;
  /** The code to verify that this document is genuine. */
  verification?: { code: string; url: string };
  /** Totals, kept on the same page as the end of the table. */
  totals?: ReactNode;
  children: ReactNode;
};

/** Black on white for A4 and Letter. Page numbers come from the page margin box. */
export function PrintLayout({ title, paper = 'a4', meta, siteName, verification, totals, children }: Props) {
  return (
    <article className={cx(css.sheet, paper === 'letter' && css.letter)} data-scheme="light">
      <header className={css.head}>
        <div>
          <Logo name={siteName} size={22} />
          <h1>{title}</h1>
        </div>
        <div className={css.meta}>{meta}</div>
      </header>
      {children}
      {totals ? <div className={css.totals}>{totals}</div> : null}
      {verification ? (
        <footer className={css.foot}>
          <span>
            Check this document at {verification.url} with the code{' '}
            <span className={css.code}>{verification.code}</span>
          </span>
        </footer>
      ) : null}
    </article>
  );
}
