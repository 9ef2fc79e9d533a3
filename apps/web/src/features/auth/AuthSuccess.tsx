import { safeLocalPath } from '@tuneport/domain/remembered-path';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { forgetBeforeLoginCookie, pathBeforeLogin } from '../../platform/before-login.ts';
import { refreshUi } from '../../platform/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { LoadingLine } from '../../ui/brand/LoadingLine.tsx';
import { AuthPage } from './AuthPage.tsx';

export const meta = () => [{ title: pageTitle('Logging in') }];

/** Every way of logging in ends here: the state is read as the new user, then the visitor goes where they wanted to. */
export default function AuthSuccess() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  // A login at another site brings the path back in the address; ours leaves it in the cookie.
  const returned = safeLocalPath(query.get('return'));
  useEffect(() => {
    void (async () => {
      const ui = await refreshUi();
      if (!ui?.user) return navigate('/auth/error', { replace: true });
      const remembered = pathBeforeLogin(document.cookie, new Date());
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
      document.cookie = forgetBeforeLoginCookie;
      await navigate(remembered === '/' ? returned : remembered, { replace: true });
    })();
  }, [navigate, returned]);
  return (
    <AuthPage title="You are logged in">
      <LoadingLine label="Taking you back to where you were" />
      <noscript>
        <ButtonLink to="/">Go to the start page</ButtonLink>
      </noscript>
    </AuthPage>
  );
}
