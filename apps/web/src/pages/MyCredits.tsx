import type { Call } from '@tuneport/contract/index';
import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { AccountBlock, AccountPage } from '../features/account/AccountPage.tsx';
import { ClaimCode } from '../features/store/credits/ClaimCode.tsx';
import { CreditHistory, KindSums, LotList, type OwnedCredits } from '../features/store/credits/CreditGroup.tsx';
import { CreditsGuide } from '../features/store/credits/CreditsGuide.tsx';
import { ApiError } from '../platform/api/api-error.ts';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { DateText } from '../ui/text/DateText.tsx';

export const meta = () => [{ title: pageTitle('My credits') }];

const load = (ask: Call) => ask('GET /tune-credits');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

/** Prepaid rights to tunes: how many, until when, where from, where to, and codes that wait to be claimed. */
export default function MyCredits() {
  const { owners, waiting } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  // Who has none of their own sees those of their dealer first, not an empty box.
  const shown = owners.filter(({ dealer, history }) => dealer !== null || history.length > 0 || owners.length === 1);
  return (
    <AccountPage title="My credits">
      {owners.length > 1 ? <CreditsGuide /> : null}
      {waiting.length > 0 ? <Waiting waiting={waiting} onClaimed={() => void revalidate()} /> : null}
      {shown.map((owner) => (
        <Group key={owner.dealer?.id ?? 0} owner={owner} />
      ))}
      <AccountBlock title="Claim a code" lead="From a mail, a dealer or a card in a parcel. A code works once.">
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
          ? 'Nothing was left to claim.'
          : `${credits.map(({ kind, left }) => creditsLabel(kind, left)).join(', ')}: now yours.`,
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
      title={waiting.length === 1 ? 'A code waits for you.' : `${waiting.length} codes wait for you.`}
      action={
        <Button size="small" busy={busy} onClick={() => void claim()}>
          {waiting.length === 1 ? 'Claim it' : 'Claim them'}
        </Button>
      }
    >
      {waiting.map((code) => (
        <div key={code.id}>
          {creditsLabel(code.kind, code.amount)} from {code.giver}, to be claimed by{' '}
          <DateText at={code.expires_at} show="date" />.
        </div>
      ))}
    </Notice>
  );
}

function Group({ owner }: { owner: OwnedCredits }) {
  const title = owner.dealer ? `Credits of ${owner.dealer.name}` : 'Your credits';
  if (owner.history.length === 0)
    return (
      <AccountBlock title={title}>
        <EmptyState title="Tune credits appear here.">
          {owner.dealer
            ? 'A dealer gets them with a credit deal, or with a build that is sold as credits.'
            : 'A dealer gives them to you, or a code brings them. Each pays for one tune.'}
        </EmptyState>
      </AccountBlock>
    );
  return (
    <>
      <AccountBlock
        title={title}
        lead={
          owner.dealer ? 'Every member can pay with them.' : 'Each pays for one tune. What expires first is used first.'
        }
      >
        <KindSums kinds={owner.kinds} />
        {owner.lots.length > 0 ? <LotList lots={owner.lots} /> : null}
      </AccountBlock>
      <AccountBlock title={owner.dealer ? `What happened at ${owner.dealer.name}` : 'What happened'}>
        <CreditHistory history={owner.history} />
      </AccountBlock>
    </>
  );
}
