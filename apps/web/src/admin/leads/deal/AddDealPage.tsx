import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { NounForm } from '../../record/noun/NounForm.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { readCustomFields } from '../fields/custom-fields.ts';
import { dealNoun } from './deal-noun.ts';

export const meta = () => [{ title: pageTitle('New deal') }];

export async function clientLoader(_: ClientLoaderFunctionArgs) {
  const [owners, pipelines, fields] = await Promise.all([
    call('GET /v1/admin/lead-engine/owners'),
    call('GET /v1/admin/lead-engine/pipelines'),
    readCustomFields(),
  ]);
  return { owners, pipelines, fields };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the form" />;

export default function AddDealPage() {
  const { owners, pipelines, fields } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const me = useUi()?.user?.id;
  const noun = dealNoun(
    owners.map(({ id, name }) => ({ value: String(id), label: name })),
    pipelines.flatMap(({ name, stages }) =>
      stages
        .filter(({ closesAs }) => closesAs === null)
        .map((stage) => ({
          value: String(stage.id),
          label: pipelines.length > 1 ? `${name}: ${stage.name}` : stage.name,
        })),
    ),
    fields.deal,
  );
  const isOwner = owners.some(({ id }) => id === me);
  const given = {
    ...(isOwner ? { user: String(me) } : {}),
    ...Object.fromEntries(
      ['organization', 'contact', 'title'].flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
    ),
  };
  return (
    <RecordFrame crumbs={[{ label: 'Pipeline', to: '/admin/lead-engine' }]} title="New deal">
      <Card>
        <NounForm
          noun={noun}
          record={null}
          given={given}
          onSaved={({ id }) => void navigate(`/admin/lead-engine/deals/${id}`)}
        />
      </Card>
    </RecordFrame>
  );
}
