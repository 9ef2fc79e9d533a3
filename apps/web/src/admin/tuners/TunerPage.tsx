import type { CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { BalanceCard } from '../record/BalanceCard.tsx';
import { MemberCard } from '../record/MemberCard.tsx';
import { PartnerStateDot } from '../record/partner-state.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';

type Tuner = CallReply<'GET /v1/admin/tuners/:id'>;

export const meta = ({ loaderData }: { loaderData?: Tuner }) => [{ title: pageTitle(loaderData?.name ?? 'Tuner') }];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/tuners/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the tuner" />;

export default function TunerPage() {
  const tuner = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  return (
    <RecordFrame
      crumbs={[{ label: 'Tuners', to: '/admin/tuners' }]}
      title={tuner.name}
      about={
        <>
          <PartnerStateDot state={tuner.state} /> · {tuner.slug}
        </>
      }
      actions={
        <>
          <ButtonLink to={`/tuner/${tuner.id}`}>Earnings</ButtonLink>
          <ButtonLink variant="primary" to={`/admin/tuners/${tuner.id}/edit`}>
            Edit tuner
          </ButtonLink>
        </>
      }
      side={
        <MemberCard
          title="Members"
          what="user"
          members={tuner.members.map(({ user_id, name, email }) => ({ id: user_id, name, detail: email }))}
          empty="No members yet."
          find={(name) => call('GET /v1/admin/users/search-usernames', { query: { name } })}
          onAdd={async (user_id) => {
            await call('POST /v1/admin/tuners/:id/members', { params: { id: tuner.id }, body: { user_id } });
            await revalidate();
          }}
          onRemove={async (userId) => {
            await call('DELETE /v1/admin/tuners/:id/members/:userId', { params: { id: tuner.id, userId } });
            await revalidate();
          }}
          removing="They will lose access to this tuner’s requests and earnings immediately."
        />
      }
    >
      <Card>
        <h2>Terms</h2>
        <KeyValue
          rows={[
            ['Share of sales', `${Number(tuner.share_percent)}%`],
            ['Payout currency', tuner.currency],
            ['Brands', tuner.brands.map(({ name }) => name).join(', ')],
            ['Since', <DateText key="since" at={tuner.created_at} show="date" />],
          ]}
        />
      </Card>
      <BalanceCard balances={tuner.balances} />
    </RecordFrame>
  );
}
