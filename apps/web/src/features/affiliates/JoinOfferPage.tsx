import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { refusalOf } from '../../platform/api/refusal-of.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { useLoginLink } from '../../shell/use-login-link.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from '../partners/apply.module.css';

export const meta = () => [{ title: pageTitle(t('Join as an affiliate')) }];

type Offer = CallReply<'GET /baol/:id/:token/join'>;
type Loaded = { offer: Offer; problem: null } | { offer: null; problem: string };

/** A used or expired offer is explained; a wrong link is not found. */
async function load(api: Call, params: { id?: string; token?: string }): Promise<Loaded> {
  try {
    const offer = await api('GET /baol/:id/:token/join', {
      params: { id: params.id ?? '', token: params.token ?? '' },
    });
    return { offer, problem: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.status === 409 || refusal?.status === 410) return { offer: null, problem: refusal.message };
    throw error;
  }
}
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function JoinOfferPage() {
  const { offer, problem } = useLoaderData<typeof loader>() as Loaded;
  return (
    <Container width="reading" className={css.page}>
      {offer ? (
        <Join offer={offer} />
      ) : (
        <EmptyState title={problem ?? ''}>
          <TextLink to="/affiliate">{t('About the affiliate program')}</TextLink>
        </EmptyState>
      )}
    </Container>
  );
}

function Join({ offer }: { offer: Offer }) {
  const { id = '', token = '' } = useParams();
  const user = useUser();
  const login = useLoginLink();
  const [joined, setJoined] = useState<number | null>(null);
  const [accepted, setAccepted] = useState(false);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const made = await call('POST /baol/:id/:token/join', {
      params: { id, token },
      body: { terms_version: offer.terms_version, ...(user ? {} : { name: field('name') }) },
    });
    setJoined(made.id);
    if (user) await refreshUi();
  });
  if (joined !== null)
    return (
      <section className={css.card} aria-label={t('Welcome')}>
        <h1>{t('Welcome to the program')}</h1>
        {user ? (
          <Row>
            <ButtonLink variant="primary" to={`/affiliate/${joined}`}>
              {t('Open your affiliate pages')}
            </ButtonLink>
          </Row>
        ) : (
          <p>
            {t('We sent a link to {email}. Set your password with it, then log in to see your pages.', {
              email: offer.email_hint,
            })}
          </p>
        )}
      </section>
    );
  return (
    <form method="post" className={css.card} onSubmit={onSubmit} noValidate aria-label={t('Join as an affiliate')}>
      <h1>{t('Join as an affiliate')}</h1>
      <KeyValue
        rows={[
          [t('For'), offer.name],
          [t('Your share'), t('{percent}% of the net price of each sale', { percent: Number(offer.share_percent) })],
          [t('Paid in'), offer.currency],
          [t('Offer ends'), <DateText key="ends" at={offer.expires_at} show="date" />],
        ]}
      />
      <FormError message={failure.message} />
      {user ? (
        <p>{t('You join as {name}.', { name: user.name })}</p>
      ) : (
        <>
          <TextField
            label={t('Your name')}
            name="name"
            autoComplete="name"
            maxLength={80}
            error={failure.errors.name}
          />
          <p className={css.quiet}>
            {rich('We create an account for {email}. Already have one? <link>Log in</link> and join with it.', {
              email: offer.email_hint,
              link: (text) => (
                <TextLink {...login} discover="none">
                  {text}
                </TextLink>
              ),
            })}
          </p>
        </>
      )}
      <Checkbox
        label={rich('I accept the <link>affiliate terms</link>, version {version}', {
          link: (text) => (
            <TextLink to="/affiliate/terms" target="_blank">
              {text}
            </TextLink>
          ),
          version: offer.terms_version,
        })}
        checked={accepted}
        onChange={(event) => setAccepted(event.currentTarget.checked)}
        error={failure.errors.terms_version}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy} disabled={!accepted}>
          {t('Join')}
        </Button>
      </div>
    </form>
  );
}
