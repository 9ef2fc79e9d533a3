import type { CallReply } from '@tuneport/contract/index';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MemberCard } from '../record/MemberCard.tsx';
import { NounPage, nounLoader, nounMeta } from '../record/noun/NounPage.tsx';
import { RecordLoading } from '../record/RecordFrame.tsx';
import { brandNoun } from './brand-noun.ts';

type Brand = CallReply<'GET /v1/admin/tuner-brands/:id'>;

export const meta = nounMeta(brandNoun);
export const clientLoader = nounLoader(brandNoun);
export const HydrateFallback = () => <RecordLoading label="Loading the brand" />;

export default function BrandPage() {
  return (
    <NounPage<Brand> noun={brandNoun} about={({ slug }) => slug} side={(brand) => <Members brand={brand} />}>
      {(brand) => (
        <Card>
          <h2>Brand</h2>
          <KeyValue
            rows={[
              ['Description', brand.description],
              ['Since', <DateText key="since" at={brand.created_at} show="date" />],
            ]}
          />
        </Card>
      )}
    </NounPage>
  );
}

function Members({ brand: { id, members } }: { brand: Brand }) {
  const { revalidate } = useRevalidator();
  return (
    <MemberCard
      title="Tuners"
      what="tuner"
      members={members.map(({ tuner_id, name, slug }) => ({ id: tuner_id, name, detail: slug }))}
      empty="No tuner works for this brand yet."
      find={async (search) => (await call('GET /v1/admin/tuners', { query: { search } })).data}
      onAdd={async (tuner_id) => {
        await call('POST /v1/admin/tuner-brands/:id/members', { params: { id }, body: { tuner_id } });
        await revalidate();
      }}
      onRemove={async (memberId) => {
        await call('DELETE /v1/admin/tuner-brands/:id/members/:memberId', { params: { id, memberId } });
        await revalidate();
      }}
      removing="New requests for this brand no longer reach the tuner. Requests in progress stay with them."
    />
  );
}
