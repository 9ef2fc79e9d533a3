import type { ReactNode } from 'react';
import { Logo } from '../brand/Logo.tsx';
import { cx } from '../class-names.ts';
import { rich } from '../text/rich.ts';
import css from './PrintLayout.module.css';

type Props = {
  title: string;
  /** `h2` for a document within a page that has its own heading. */
  heading?: 'h1' | 'h2';
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
export function PrintLayout(props: Props) {
  const { title, heading: Heading = 'h1', paper = 'a4', meta, siteName, verification, totals, children } = props;
  return (
    <article className={cx(css.sheet, paper === 'letter' && css.letter)} data-scheme="light">
      <header className={css.head}>
        <div>
          <Logo name={siteName} size={22} />
          <Heading>{title}</Heading>
        </div>
        <div className={css.meta}>{meta}</div>
      </header>
      {children}
      {totals ? <div className={css.totals}>{totals}</div> : null}
      {verification ? (
        <footer className={css.foot}>
          <span>
            {rich('Check this document at {url} with the code <span>{code}</span>', {
              url: verification.url,
              code: verification.code,
              span: (text) => <span className={css.code}>{text}</span>,
            })}
          </span>
        </footer>
      ) : null}
    </article>
  );
}
