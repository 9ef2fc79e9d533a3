import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { cx } from '../class-names.ts';
import css from './Button.module.css';
import { Link } from './Link.tsx';

/** `primary` is the main action of a view; `quiet` is any other button; `ghost` has no border, for bars and rows. */
export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger' | 'dangerFill' | 'link';

type Look = {
  variant?: ButtonVariant;
  size?: 'regular' | 'small';
  /** Square, for a single icon; give it an aria-label. */
  icon?: boolean;
  wide?: boolean;
};

export function buttonClass({ variant = 'quiet', size, icon, wide }: Look, more?: string): string {
  return cx(css.button, css[variant], size === 'small' && css.small, icon && css.icon, wide && css.wide, more);
}

type ButtonProps = Look & { busy?: boolean; children: ReactNode } & ComponentPropsWithRef<'button'>;

export function Button({ variant, size, icon, wide, busy, disabled, className, onClick, ...rest }: ButtonProps) {
  // A busy button keeps its focus and position, so it is not `disabled`; it only ignores clicks.
  const inert = busy === true;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, icon, wide }, className)}
      disabled={disabled}
      aria-busy={inert || undefined}
      aria-disabled={inert || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {rest.children}
      {inert ? <span className={css.busyLine} aria-hidden="true" /> : null}
    </button>
  );
}

export function ButtonLink({ variant, size, icon, wide, className, ...rest }: Look & LinkProps) {
  return (
    <Link
      {...rest}
      className={buttonClass({ variant, size, icon, wide }, typeof className === 'string' ? className : undefined)}
    />
  );
}

type TextLinkProps = LinkProps & { quiet?: boolean };

/** A link in text or a list: accent colour, or that of the text when `quiet`. */
export function TextLink({ quiet, className, ...rest }: TextLinkProps) {
  return (
    <Link {...rest} className={cx(quiet ? css.textQuiet : css.text, typeof className === 'string' && className)} />
  );
}
