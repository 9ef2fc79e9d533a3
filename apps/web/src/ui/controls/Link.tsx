import type { RefAttributes } from 'react';
import { type LinkProps, Link as RouterLink, useLocation } from 'react-router';

type Props = LinkProps & RefAttributes<HTMLAnchorElement>;

/**
 * The router's link works out what following it needs, and the server follows none: there a path of the site is an address
 * as it stands, and a page has forty of them.
 */
export function Link(props: Props) {
  return import.meta.env.SSR && isPlain(props) ? <PlainLink {...props} /> : <RouterLink {...props} />;
}

type Plain = Omit<Props, 'to'> & { to: string };

const isPlain = (props: Props): props is Plain =>
  typeof props.to === 'string' && /^\/(?!\/)/.test(props.to) && props.prefetch === undefined;

function PlainLink({
  discover = 'render',
  preventScrollReset,
  relative,
  reloadDocument,
  replace,
  state,
  to,
  viewTransition,
  ...rest
}: Plain) {
  return <a {...rest} href={to} data-discover={discover === 'render' ? 'true' : undefined} />;
}

/** Marked while we are there or below. */
export function NavLink({ to, ...rest }: Props & { to: string }) {
  const here = `${useLocation().pathname}/`.toLowerCase().startsWith(`${to}/`.toLowerCase());
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} />;
}
