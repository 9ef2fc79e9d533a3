import type { CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MemberCard } from '../record/MemberCard.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';

type Brand = CallReply<'GET /v1/admin/tuner-brands/:id'>;

export const meta = ({ loaderData }: { loaderData?: Brand }) => [
  { title: pageTitle(loaderData?.name ?? 'Tuner brand') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/tuner-brands/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the brand" />;

export default function BrandPage() {
  const brand = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  return (
    <RecordFrame
      crumbs={[{ label: 'Tuner brands', to: '/admin/tuner-brands' }]}
      title={brand.name}
      about={brand.slug}
      actions={
        <ButtonLink variant="primary" to={`/admin/tuner-brands/${brand.id}/edit`}>
          Edit brand
        </ButtonLink>
      }
      side={
        <MemberCard
          title="Tuners"
          what="tuner"
          members={brand.members.map(({ tuner_id, name, slug }) => ({ id: tuner_id, name, detail: slug }))}
          empty="No tuner works for this brand yet."
          find={async (search) => (await call('GET /v1/admin/tuners', { query: { search } })).data}
          onAdd={async (tuner_id) => {
            await call('POST /v1/admin/tuner-brands/:id/members', { params: { id: brand.id }, body: { tuner_id } });
            await revalidate();
          }}
          onRemove={async (memberId) => {
            await call('DELETE /v1/admin/tuner-brands/:id/members/:memberId', { params: { id: brand.id, memberId } });
            await revalidate();
          }}
          removing="New requests for this brand no longer reach the tuner. Requests in progress are not affected."
        />
      }
    >
      <Card>
        <h2>Brand</h2>
        <KeyValue
          rows={[
            ['Description', brand.description],
            ['Since', <DateText key="since" at={brand.created_at} show="date" />],
          ]}
        />
      </Card>
    </RecordFrame>
  );
}
