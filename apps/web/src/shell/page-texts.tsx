import { useNavigate } from 'react-router';
import { useUser } from '../platform/ui-state.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useLoginLink } from './use-login-link.ts';

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
          <ButtonLink to="/">Go to the start page</ButtonLink>
        </>
      }
    >
      The address may have changed, or it has a typo. Nothing is wrong with your account or your orders.
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
      It may have been deleted, or the address has a typo. Nothing else was changed.
    </ErrorState>
  );
}

export function ForbiddenText() {
  const user = useUser();
  const login = useLoginLink();
  return (
    <ErrorState
      art="lock"
      headingLevel={1}
      title="You do not have access to this page."
      step={
        user ? (
          <>
            <ButtonLink variant="primary" to="/">
              Go to the start page
            </ButtonLink>
            <ButtonLink to="/contact-us">Ask for access</ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink variant="primary" {...login}>
              Log in
            </ButtonLink>
            <ButtonLink to="/">Go to the start page</ButtonLink>
          </>
        )
      }
    >
      {user
        ? 'Your account works; this page needs a right it does not have. If it should, the person who runs your account can give it.'
        : 'It opens for some accounts only. Log in with one of them to see it.'}
    </ErrorState>
  );
}
