import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { BalanceCard } from '../record/BalanceCard.tsx';
import { MemberCard } from '../record/MemberCard.tsx';
import { PartnerStateDot } from '../record/partner-state.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { discountText } from '../settings/discount-labels.ts';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? '';
  const affiliate = await call('GET /v1/admin/affiliates/:id', { params: { id } });
  const codes = await call('GET /v1/admin/discount-codes', { query: { affiliate: affiliate.id } });
  return { affiliate, codes };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the affiliate" />;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof clientLoader>> }) => [
  { title: pageTitle(loaderData?.affiliate.name ?? 'Affiliate') },
];

export default function AffiliatePage() {
  const { affiliate, codes } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const params = { id: affiliate.id };
  return (
    <RecordFrame
      crumbs={[{ label: 'Affiliates', to: '/admin/affiliates' }]}
      title={affiliate.name}
      about={<PartnerStateDot state={affiliate.state} />}
      actions={
        <>
          <ButtonLink variant="quiet" to={`/admin/discount-codes?open=new&affiliate=${affiliate.id}`}>
            New code
          </ButtonLink>
          <ButtonLink variant="primary" to={`/admin/affiliates/${affiliate.id}/edit`}>
            Edit affiliate
          </ButtonLink>
        </>
      }
      side={
        <MemberCard
          title="Members"
          what="user"
          members={affiliate.members.map(({ user_id, name, email }) => ({ id: user_id, name, detail: email }))}
          empty="No members yet."
          find={(name) => call('GET /v1/admin/users/search-usernames', { query: { name } })}
          onAdd={async (user_id) => {
            await call('POST /v1/admin/affiliates/:id/members', { params, body: { user_id } });
            await revalidate();
          }}
          onRemove={async (userId) => {
            await call('DELETE /v1/admin/affiliates/:id/members/:userId', { params: { ...params, userId } });
            await revalidate();
          }}
          removing="They will lose access to this affiliate’s figures and earnings immediately."
        />
      }
    >
      <Card>
        <h2>Terms</h2>
        <KeyValue
          rows={[
            ['Share of sales', `${affiliate.share_percent} %`],
            ['Payout currency', affiliate.currency],
            ['Since', <DateText key="since" at={affiliate.created_at} show="date" />],
          ]}
        />
      </Card>
      <Card>
        <h2>Codes</h2>
        {codes.total === 0 ? (
          <p>No codes yet. Customers are attributed to an affiliate by the code they enter.</p>
        ) : (
          <KeyValue
            rows={codes.data.map((code) => [
              code.code,
              <TextLink key={code.id} to={`/admin/discount-codes?open=${code.id}`} discover="none">
                {discountText(code)} off, {code.share_percent} % share, used {code.uses}
                {code.uses_max === null ? '' : ` of ${code.uses_max}`} times{code.state === 'ended' ? ', ended' : ''}
              </TextLink>,
            ])}
          />
        )}
        {codes.total > codes.data.length ? (
          <TextLink to={`/admin/discount-codes?affiliate=${affiliate.id}`} discover="none">
            All {codes.total} codes
          </TextLink>
        ) : null}
      </Card>
      <BalanceCard balances={affiliate.balances} />
      <TextLink to={`/admin/audit?search=affiliate:${affiliate.id}`} discover="none">
        Changes to this affiliate
      </TextLink>
    </RecordFrame>
  );
}
