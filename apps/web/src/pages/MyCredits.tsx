import type { Call } from '@tuneport/contract/index';
import { plural, t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { AccountBlock, AccountPage } from '../features/account/AccountPage.tsx';
import { ClaimCode } from '../features/credits/ClaimCode.tsx';
import { CreditHistory, KindSums, LotList, type OwnedCredits } from '../features/credits/CreditGroup.tsx';
import { CreditsGuide } from '../features/credits/CreditsGuide.tsx';
import { creditsText } from '../features/credits/credit-labels.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { DateText } from '../ui/text/DateText.tsx';
import { rich } from '../ui/text/rich.ts';

export const meta = () => [{ title: pageTitle(t('My credits')) }];

const load = (api: Call) => api('GET /tune-credits');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

/** Tune credits: number, expiry and history, and codes to claim. */
export default function MyCredits() {
  const { owners, waiting } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  // A user without own credits sees those of the dealer first instead of an empty list.
  const shown = owners.filter(({ dealer, history }) => dealer !== null || history.length > 0 || owners.length === 1);
  return (
    <AccountPage title={t('My credits')}>
      {owners.length > 1 ? <CreditsGuide /> : null}
      {waiting.length > 0 ? <Waiting waiting={waiting} onClaimed={() => void revalidate()} /> : null}
      {shown.map((owner) => (
        <Group key={owner.dealer?.id ?? 0} owner={owner} />
      ))}
      <AccountBlock
        title={t('Claim a code')}
        lead={t('From an e-mail, a dealer or a card in a parcel. A code works once.')}
      >
        <ClaimCode onClaimed={() => void revalidate()} />
      </AccountBlock>
    </AccountPage>
  );
}

type Waits = { waiting: ReturnType<typeof useLoaderData<typeof loader>>['waiting']; onClaimed: () => void };

function Waiting({ waiting, onClaimed }: Waits) {
  const [busy, setBusy] = useState(false);
  const claim = async () => {
    setBusy(true);
    try {
      const { credits } = await call('POST /tune-credit-codes/autoclaim', { once: true });
      toast(
        credits.length === 0
          ? t('There was nothing left to claim.')
          : t('Added to your account: {credits}.', {
              credits: credits.map(({ kind, left }) => creditsText(kind, left)).join(', '),
            }),
      );
      onClaimed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="info"
      title={plural(waiting.length, { one: 'You have a code to claim.', other: 'You have {count} codes to claim.' })}
      action={
        <Button size="small" busy={busy} onClick={() => void claim()}>
          {waiting.length === 1 ? t('Claim it') : t('Claim them')}
        </Button>
      }
    >
      {waiting.map((code) => (
        <div key={code.id}>
          {rich('{credits} from {giver}, to be claimed by {expires_at}.', {
            credits: creditsText(code.kind, code.amount),
            giver: code.giver,
            expires_at: <DateText at={code.expires_at} show="date" />,
          })}
        </div>
      ))}
    </Notice>
  );
}

function Group({ owner }: { owner: OwnedCredits }) {
  const title = owner.dealer ? t('Credits of {name}', { name: owner.dealer.name }) : t('Your credits');
  if (owner.history.length === 0)
    return (
      <AccountBlock title={title}>
        <EmptyState title={t('Tune credits appear here.')}>
          {owner.dealer
            ? t('A dealer gets them with a credit deal, or with a tune that is sold as credits.')
            : t('You get them from a dealer or with a code. Each pays for one tune.')}
        </EmptyState>
      </AccountBlock>
    );
  return (
    <>
      <AccountBlock
        title={title}
        lead={
          owner.dealer
            ? t('Every member can pay with them.')
            : t('Each pays for one tune. Credits that expire first are used first.')
        }
      >
        <KindSums kinds={owner.kinds} />
        {owner.lots.length > 0 ? <LotList lots={owner.lots} /> : null}
      </AccountBlock>
      <AccountBlock title={owner.dealer ? t('History of {name}', { name: owner.dealer.name }) : t('History')}>
        <CreditHistory history={owner.history} />
      </AccountBlock>
    </>
  );
}
