import { withoutLanguage } from '@tuneport/domain/text/languages';
import { generatePath, type LoaderFunctionArgs, redirect } from 'react-router';
import { rowContext, uiContext } from '../platform/contexts.ts';

/** The target of a redirect row: from the operator's table, else from the route table; the query is kept. */
export function loader({ context, params, url }: LoaderFunctionArgs) {
  const row = context.get(rowContext);
  const own = context.get(uiContext)?.settings.redirects.find((each) => each.from === withoutLanguage(url.pathname));
  const to = own?.to ?? generatePath(row.redirect ?? '/', params);
  throw redirect(to.startsWith('/') && !to.startsWith('//') ? to + url.search : '/');
}
