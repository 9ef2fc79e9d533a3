import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { cx } from '../class-names.ts';
import { Link } from '../controls/Link.tsx';
import css from './Layout.module.css';

type Width = 'page' | 'reading' | 'narrow' | 'full';

export function Container({ width = 'page', className, ...rest }: { width?: Width } & ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cx(css.container, width !== 'page' && css[width], className)} />;
}

type SectionProps = {
  eyebrow?: string;
  title?: string;
  lead?: ReactNode;
  width?: Width;
  tight?: boolean;
  /** Own colour scheme: `dark` for a dark band in a light page. */
  scheme?: 'light' | 'dark';
  headingLevel?: 1 | 2;
  id?: string;
  children?: ReactNode;
};

/** A section of a public page, with vertical padding. */
export function Section({ eyebrow, title, lead, width, tight, scheme, headingLevel = 2, id, children }: SectionProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <section id={id} className={cx(css.section, tight && css.tight)} data-scheme={scheme}>
      <Container width={width}>
        {eyebrow || title || lead ? (
          <header className={css.head}>
            {eyebrow ? <div className={css.eyebrow}>{eyebrow}</div> : null}
            {title ? <Heading>{title}</Heading> : null}
            {lead ? <p className={css.lead}>{lead}</p> : null}
          </header>
        ) : null}
        {children}
      </Container>
    </section>
  );
}

/** `flush` removes the padding, for a table or picture. */
export function Card({ flush, className, ...rest }: { flush?: boolean } & ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cx(css.card, flush && css.flush, className)} />;
}

export function CardLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={cx(css.card, typeof className === 'string' && className)} />;
}

export function Stack({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cx(css.stack, className)} />;
}

export function Row({ between, className, ...rest }: { between?: boolean } & ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cx(css.row, between && css.between, className)} />;
}

export function CardGrid({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cx(css.grid, className)} />;
}
