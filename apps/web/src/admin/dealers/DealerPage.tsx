import type { CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { addressLine } from '../../ui/address/AddressText.tsx';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { BalanceCard } from '../record/BalanceCard.tsx';
import { MemberCard } from '../record/MemberCard.tsx';
import { OverviewFigures } from '../record/OverviewFigures.tsx';
import { PartnerStateDot } from '../record/partner-state.tsx';
import { RecordColumns, RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { RelatedList } from '../record/RelatedList.tsx';
import { RecordTimeline } from '../record/timeline/RecordTimeline.tsx';
import { OwedText } from './OwedText.tsx';
import { PausedAccount } from './PausedAccount.tsx';
import { VatCheck } from './VatCheck.tsx';

type Dealer = CallReply<'GET /v1/admin/dealers/:id'>;

export const meta = ({ loaderData }: { loaderData?: Dealer }) => [{ title: pageTitle(loaderData?.name ?? 'Dealer') }];

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = Number(params.id);
  const [dealer, overview] = await Promise.all([
    call('GET /v1/admin/dealers/:id', { params: { id } }),
    call('GET /v1/admin/records/:kind/:id/overview', { params: { kind: 'dealer', id } }),
  ]);
  return { ...dealer, overview };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the dealer" />;

const kinds = [
  { value: 'member', label: 'Member' },
  { value: 'manager', label: 'Manager' },
];

export default function DealerPage() {
  const { overview, ...dealer } = useLoaderData<typeof clientLoader>();
  const of = { kind: 'dealer', id: dealer.id } as const;
  return (
    <RecordFrame
      key={dealer.id}
      crumbs={[{ label: 'Dealers', to: '/admin/dealers' }]}
      title={dealer.name}
      about={
        <>
          <PartnerStateDot state={dealer.state} /> · {dealer.slug}
        </>
      }
      actions={
        <>
          <ButtonLink variant="quiet" to={`/admin/dealer-credit-deals/new?dealer=${dealer.id}`}>
            New credit deal
          </ButtonLink>
          <ButtonLink variant="primary" to={`/admin/dealers/${dealer.id}/edit`}>
            Edit dealer
          </ButtonLink>
        </>
      }
    >
      {dealer.billing_complete ? null : (
        <Notice tone="careful" title="Billing information is incomplete.">
          The dealer cannot buy on account until legal name, billing address and billing e-mail are complete.
        </Notice>
      )}
      <PausedAccount dealer={dealer} />
      <OverviewFigures figures={overview.figures} />
      <RecordTabs
        label={dealer.name}
        tabs={[
          {
            id: 'activity',
            label: 'Activity',
            keep: true,
            content: () => (
              <RecordColumns
                main={
                  <Card>
                    <RecordTimeline of={of} since={dealer.updated_at} />
                  </Card>
                }
                side={<Facts dealer={dealer} />}
              />
            ),
          },
          ...overview.lists.map(({ list, label, count }) => ({
            id: list,
            label,
            count,
            content: () => <RelatedList of={of} list={list} label={label} />,
          })),
          {
            id: 'members',
            label: 'Members',
            count: dealer.members.length,
            keep: true,
            content: () => <Members dealer={dealer} />,
          },
        ]}
      />
    </RecordFrame>
  );
}

function Facts({ dealer }: { dealer: Dealer }) {
  return (
    <>
      <Card>
        <h2>Account</h2>
        <KeyValue
          rows={[
            ['Owes', <OwedText key="owes" money={dealer.owes} />],
            ['Credit limit', <MoneyText key="limit" money={dealer.credit_limit} />],
            ['Paid in advance', <MoneyText key="prepaid" money={dealer.prepaid} />],
            ['Dealer tier', dealer.tier?.name ?? 'None'],
            ['Share of install fees', `${Number(dealer.install_share_percent)}%`],
            ['Display currency', dealer.preferred_display_currency ?? dealer.currency],
            ['Since', <DateText key="since" at={dealer.created_at} show="date" />],
          ]}
        />
      </Card>
      <Card>
        <h2>Billing information</h2>
        <KeyValue
          rows={[
            ['Legal name', dealer.legal_name],
            ['E-mail', dealer.billing_email],
            ['Address', addressLine(dealer.billing_address)],
          ]}
        />
        <VatCheck dealer={dealer} />
      </Card>
      <Card>
        <h2>Tools and install fees</h2>
        {dealer.tools.length === 0 ? (
          <p>No tools yet.</p>
        ) : (
          <KeyValue
            rows={dealer.tools.map((tool) => [tool.name, <MoneyText key={tool.id} money={tool.install_fee} />])}
          />
        )}
      </Card>
      <BalanceCard balances={dealer.balances} />
    </>
  );
}

function Members({ dealer }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  return (
    <MemberCard
      title="Members"
      what="user"
      members={dealer.members.map((one) => ({
        id: one.user_id,
        name: one.name,
        to: `/admin/users/${one.user_id}`,
        detail: `${one.kind === 'manager' ? 'Manager' : 'Member'} · ${one.email}`,
      }))}
      empty="No members yet. Add a manager first."
      find={(name) => call('GET /v1/admin/users/search-usernames', { query: { name } })}
      kinds={dealer.members.length === 0 ? [...kinds].reverse() : kinds}
      onAdd={async (user_id, kind) => {
        const body = { user_id, kind: kind as 'manager' | 'member' };
        await call('POST /v1/admin/dealers/:id/members', { params: { id: dealer.id }, body });
        await revalidate();
      }}
      onRemove={async (userId) => {
        await call('DELETE /v1/admin/dealers/:id/members/:userId', { params: { id: dealer.id, userId } });
        await revalidate();
      }}
      removing="They will lose access to this dealer immediately. Their own account is not affected."
    />
  );
}
