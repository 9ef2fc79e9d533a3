import type { CallReply } from '@tuneport/contract/index';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { BalanceCard } from '../record/BalanceCard.tsx';
import { MemberCard } from '../record/MemberCard.tsx';
import { NounPage, nounLoader, nounMeta } from '../record/noun/NounPage.tsx';
import { PartnerStateDot } from '../record/partner-state.tsx';
import { RecordLoading } from '../record/RecordFrame.tsx';
import { discountText } from '../settings/discount-labels.ts';
import { affiliateNoun } from './affiliate-noun.ts';

type Affiliate = CallReply<'GET /v1/admin/affiliates/:id'>;

export const meta = nounMeta(affiliateNoun);
export const clientLoader = nounLoader(affiliateNoun);
export const HydrateFallback = () => <RecordLoading label="Loading the affiliate" />;

export default function AffiliatePage() {
  return (
    <NounPage<Affiliate>
      noun={affiliateNoun}
      about={({ state }) => <PartnerStateDot state={state} />}
      actions={({ id }) => (
        <>
          <Button onClick={() => void askFeedback(id)}>Ask for feedback</Button>
          <ButtonLink variant="quiet" to={`/affiliate/${id}`}>
            Open portal
          </ButtonLink>
          <ButtonLink variant="quiet" to={`/admin/discount-codes?open=new&affiliate=${id}`}>
            New code
          </ButtonLink>
        </>
      )}
      side={(affiliate) => <Members affiliate={affiliate} />}
    >
      {(affiliate) => (
        <>
          <Card>
            <h2>Terms</h2>
            <KeyValue
              rows={[
                ['Share of sales', `${Number(affiliate.share_percent)}%`],
                ['Payout currency', affiliate.currency],
                ['Since', <DateText key="since" at={affiliate.created_at} show="date" />],
              ]}
            />
          </Card>
          <Codes id={affiliate.id} />
          <BalanceCard balances={affiliate.balances} />
        </>
      )}
    </NounPage>
  );
}

async function askFeedback(id: number): Promise<void> {
  try {
    await call('POST /v1/admin/affiliates/:id/feedback-links', { params: { id }, once: true });
    toast('The affiliate gets an e-mail with a feedback link.');
  } catch (error) {
    toast(errorText(error, 'Something went wrong.'), { tone: 'bad' });
  }
}

function Codes({ id }: { id: number }) {
  const [codes, setCodes] = useState<CallReply<'GET /v1/admin/discount-codes'> | Error | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    call('GET /v1/admin/discount-codes', { query: { affiliate: id }, signal: abort.signal }).then(
      setCodes,
      (error: Error) => abort.signal.aborted || setCodes(error),
    );
    return () => abort.abort();
  }, [id]);
  return (
    <Card>
      <h2>Codes</h2>
      {codes === null ? (
        <Skeleton lines={2} label="Loading the codes" />
      ) : codes instanceof Error ? (
        <ErrorState>{codes.message}</ErrorState>
      ) : codes.total === 0 ? (
        <p>No code yet. Customers are credited to an affiliate by the code they enter.</p>
      ) : (
        <KeyValue
          rows={codes.data.map((code) => [
            code.code,
            <TextLink key={code.id} to={`/admin/discount-codes?open=${code.id}`} discover="none">
              {discountText(code)} off, {Number(code.share_percent)}% share, used {code.uses}
              {code.uses_max === null ? '' : ` of ${code.uses_max}`} times{code.state === 'ended' ? ', ended' : ''}
            </TextLink>,
          ])}
        />
      )}
      {codes !== null && !(codes instanceof Error) && codes.total > codes.data.length ? (
        <TextLink to={`/admin/discount-codes?affiliate=${id}`} discover="none">
          All {codes.total} codes
        </TextLink>
      ) : null}
    </Card>
  );
}

function Members({ affiliate: { id, members } }: { affiliate: Affiliate }) {
  const { revalidate } = useRevalidator();
  return (
    <MemberCard
      title="Members"
      what="user"
      members={members.map(({ user_id, name, email }) => ({ id: user_id, name, detail: email }))}
      empty="No members yet."
      find={(name) => call('GET /v1/admin/users/search-usernames', { query: { name } })}
      onAdd={async (user_id) => {
        await call('POST /v1/admin/affiliates/:id/members', { params: { id }, body: { user_id } });
        await revalidate();
      }}
      onRemove={async (userId) => {
        await call('DELETE /v1/admin/affiliates/:id/members/:userId', { params: { id, userId } });
        await revalidate();
      }}
      removing="They will lose access to this affiliate’s figures and earnings immediately."
    />
  );
}
