import { useNavigate } from 'react-router';
import { useUi } from '../../platform/ui-state.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useLoginLink } from '../use-login-link.ts';

export function NotFoundText() {
  return (
    <ErrorState
      art="lost"
      headingLevel={1}
      title="This page does not exist."
      step={
        <>
          <ButtonLink variant="primary" to="/catalog">
            Find your vehicle
          </ButtonLink>
          <ButtonLink to="/">Go to home page</ButtonLink>
        </>
      }
    >
      The address may have changed, or it has a typo.
    </ErrorState>
  );
}

export function NoRecordText() {
  const navigate = useNavigate();
  return (
    <ErrorState
      art="lost"
      headingLevel={1}
      title="This record does not exist."
      step={<Button onClick={() => void navigate(-1)}>Go back</Button>}
    >
      It may have been deleted, or the address has a typo.
    </ErrorState>
  );
}

export function ForbiddenText() {
  const login = useLoginLink();
  const ui = useUi();
  const user = ui?.user;
  if (ui?.second_factor_missing)
    return (
      <ErrorState
        art="lock"
        headingLevel={1}
        title="This page needs a second factor."
        step={
          <ButtonLink variant="primary" to="/profile/security">
            Go to Security
          </ButtonLink>
        }
      >
        Staff need a passkey or an authenticator app. Add one under Security, or log in with the one you have.
      </ErrorState>
    );
  return (
    <ErrorState
      art="lock"
      headingLevel={1}
      title="You do not have access to this page."
      step={
        user ? (
          <>
            <ButtonLink variant="primary" to="/">
              Go to home page
            </ButtonLink>
            <ButtonLink to="/contact-us">Request access</ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink variant="primary" {...login}>
              Log in
            </ButtonLink>
            <ButtonLink to="/">Go to home page</ButtonLink>
          </>
        )
      }
    >
      {user
        ? 'Your account doesn’t have access to this page. Ask the person who manages it if you need it.'
        : 'Log in with an account that has access.'}
    </ErrorState>
  );
}
