import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router';
import { call, refreshUi } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';

// /tune/spring and similar: records the tag, reloads the state (a tag may add codes), then opens the home page.

/** The home page loads the state itself. An unknown tag is ignored. */
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
