import type { Call, CallReply } from '@tuneport/contract/index';
import { plural, t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { useLoginLink } from '../../shell/use-login-link.ts';
import { PartnerBrand } from '../../ui/brand/PartnerBrand.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { codeSentence, refusedWith } from './ClaimCode.tsx';
import { creditsText, kindHints } from './credit-labels.ts';
import css from './credits.module.css';

export const meta = () => [{ title: pageTitle(t('Tune credit code')) }, { name: 'robots', content: 'noindex' }];

type Code = CallReply<'GET /tune-credit-codes/:code/check'>;
type Read = { readonly code: Code } | { readonly problem: string };

/** A code that is used up or unknown is shown as a message; anything else is an error of the page. */
async function load(api: Call, code: string | undefined): Promise<Read> {
  try {
    return { code: await api('GET /tune-credit-codes/:code/check', { params: { code: code ?? '' } }) };
  } catch (error) {
    const code = refusedWith(error);
    if (code === 'not_found' || code === 'already_committed' || code === 'conflict')
      return { problem: codeSentence(error) };
    if (code === 'too_many_requests')
      return { problem: t('Too many codes were checked from here. Wait a minute and reload this page.') };
    throw error;
  }
}
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

export default function CodePage() {
  const read = useLoaderData<typeof loader>();
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        {'code' in read && read.code.brand ? <PartnerBrand brand={read.code.brand} /> : null}
        <h1>{t('Tune credit code')}</h1>
        <p className={css.lead}>{t('A tune credit pays for one tune.')}</p>
      </header>
      {'problem' in read ? (
        <EmptyState
          title={read.problem}
          step={
            <>
              <ButtonLink to="/profile/credits">{t('Your credits')}</ButtonLink>
              <ButtonLink to="/contact-us">{t('Ask us')}</ButtonLink>
            </>
          }
        />
      ) : (
        <Gift code={read.code} />
      )}
    </Container>
  );
}

function Gift({ code }: { code: Code }) {
  const user = useUser();
  const { id = '' } = useParams();
  const login = useLoginLink();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [claimed, setClaimed] = useState(false);
  const credits = creditsText(code.kind, code.amount);

  async function claim(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await call('POST /tune-credit-codes/:code/claim', { params: { code: id }, once: true });
      setClaimed(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(codeSentence(error));
    } finally {
      setBusy(false);
    }
  }

  if (claimed)
    return (
      <Notice
        tone="good"
        live
        title={t('Added to your account: {credits}.', { credits })}
        action={
          <ButtonLink size="small" to="/profile/credits">
            {t('View your credits')}
          </ButtonLink>
        }
      >
        {plural(code.amount, {
          one: 'Choose it when you pay for a tune.',
          other: 'Choose them when you pay for a tune.',
        })}
      </Notice>
    );
  return (
    <section className={css.card} aria-label={t('What this code includes')}>
      <p className={css.gift}>{credits}</p>
      <p>
        {rich('From {giver}. {use}, once for each credit. Claim by {expires_at}.', {
          giver: code.giver,
          use: t(kindHints[code.kind]),
          expires_at: <DateText at={code.expires_at} show="date" />,
        })}
      </p>
      {code.note ? <p>{code.note}</p> : null}
      {code.bound ? (
        <p className={css.quiet}>
          {t('It was sent to one e-mail address, and only an account with that address can claim it.')}
        </p>
      ) : null}
      {problem ? <Notice tone="bad" live title={problem} /> : null}
      {user ? (
        <Button variant="primary" busy={busy} onClick={() => void claim()}>
          {t('Claim {credits}', { credits })}
        </Button>
      ) : (
        <>
          <ButtonLink variant="primary" {...login}>
            {t('Log in to claim')}
          </ButtonLink>
          <p className={css.quiet}>
            {rich('New here? <link>Create an account</link>, then open this link again.', {
              link: (text) => <TextLink to="/auth/register">{text}</TextLink>,
            })}
          </p>
        </>
      )}
    </section>
  );
}
