import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router';
import { call, refreshUi } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';

// /tune/spring and its kin: the tag is recorded, then the state is read anew (a tag may bring codes), then the start page.

/** The start page that follows reads the state by itself. An unknown tag is no reason to stop anybody. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  await context
    .get(callContext)('POST /global/v1/tag', { body: { tag: params.tag ?? '' } })
    .catch(() => {});
  throw redirect('/');
}

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  await call('POST /global/v1/tag', { body: { tag: params.tag ?? '' } }).catch(() => {});
  await refreshUi();
  throw redirect('/');
}
