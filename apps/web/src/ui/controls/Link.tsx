import { inLanguage } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import type { RefAttributes } from 'react';
import { type LinkProps, Link as RouterLink, useLocation } from 'react-router';

type Props = LinkProps & RefAttributes<HTMLAnchorElement>;

/**
 * The router's link computes state for navigation, which the server does not need: there a site path is rendered as a
 * plain link, since a page has about forty.
 */
export function Link(props: Props) {
  return isPlain(props) && (import.meta.env.SSR || isCall(props.to)) ? (
    <PlainLink {...props} />
  ) : (
    <RouterLink {...props} />
  );
}

/** A call has no language, and the router would add that of the page. */
const isCall = (to: string): boolean => to.startsWith('/api/');

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
  return (
    <a
      {...rest}
      href={isCall(to) ? to : inLanguage(language(), to)}
      data-discover={discover === 'render' ? 'true' : undefined}
    />
  );
}

/** Marked as active on its page and below. */
export function NavLink({ to, ...rest }: Props & { to: string }) {
  const here = `${useLocation().pathname}/`.toLowerCase().startsWith(`${to}/`.toLowerCase());
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} />;
}
