import { safeLocalPath } from '@tuneport/domain/catalog/vehicles/remembered-path';
import { type Role, roles } from '@tuneport/domain/identity/roles';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { refreshUi } from '../../platform/api/browser.ts';
import { visitorContext } from '../../platform/contexts.ts';
import { forgetBeforeLoginCookie, pathBeforeLogin } from '../../platform/guards/before-login.ts';
import { pageTitle } from '../../shell/title.ts';
import { LoadingLine } from '../../ui/brand/LoadingLine.tsx';
import { AuthPage } from './AuthPage.tsx';

export const meta = () => [{ title: pageTitle(t('Logging in')) }];

const failedPath = '/auth/error';

/** The return path is in the URL if the login was started with one, else in the cookie. */
function pathAfterLogin(url: URL, cookies: string): string {
  const returned = url.searchParams.get('return');
  return returned === null ? pathBeforeLogin(cookies, new Date()) : safeLocalPath(returned);
}

/** A customer who came from no particular page lands in the garage. */
const landing = (path: string, role: Role | undefined) => (path === '/' && role === roles.User ? '/garage' : path);

/** Every login ends here and continues to the page the visitor requested. */
export function loader({ request, url, context }: LoaderFunctionArgs) {
  const { signedIn, role } = context.get(visitorContext).facts;
  if (!signedIn) throw redirect(failedPath);
  const path = landing(pathAfterLogin(url, request.headers.get('cookie') ?? ''), role);
  throw redirect(path, { headers: { 'set-cookie': forgetBeforeLoginCookie } });
}

export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  const ui = await refreshUi();
  if (!ui?.user) throw replace(failedPath);
  const path = landing(pathAfterLogin(url, document.cookie), ui.user.role);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = forgetBeforeLoginCookie;
  throw replace(path);
}

/** Rendered only if the router stays here, which both loaders prevent. */
export default function AuthSuccess() {
  return (
    <AuthPage title={t('You are logged in')}>
      <LoadingLine label={t('Taking you back to where you were')} />
    </AuthPage>
  );
}
