import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { NounForm } from '../../record/noun/NounForm.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { readCustomFields } from '../fields/custom-fields.ts';
import { optionOf, stageOptions } from '../options.ts';
import { dealNoun } from './deal-noun.ts';

export const meta = () => [{ title: pageTitle('New deal') }];

/** The contact or organization whose page the form was opened from. */
async function peopleOf(params: URLSearchParams) {
  const [contactId, organizationId] = [Number(params.get('contactId')), Number(params.get('organizationId'))];
  if (contactId > 0) {
    const { id, name, organization } = await call('GET /v1/admin/lead-engine/contacts/:id', {
      params: { id: contactId },
    });
    return { contact: { id, name }, ...(organization ? { organization } : {}) };
  }
  if (!(organizationId > 0)) return {};
  const { id, name } = await call('GET /v1/admin/lead-engine/organizations/:id', { params: { id: organizationId } });
  return { organization: { id, name } };
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [people, owners, pipelines, fields] = await Promise.all([
    peopleOf(new URL(request.url).searchParams),
    call('GET /v1/admin/lead-engine/owners'),
    call('GET /v1/admin/lead-engine/pipelines'),
    readCustomFields(),
  ]);
  return { people, owners, pipelines, fields };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the form" />;

export default function AddDealPage() {
  const { people, owners, pipelines, fields } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const me = useUi()?.user?.id;
  const noun = dealNoun(
    owners.map(optionOf),
    stageOptions(pipelines, ({ closesAs }) => closesAs === null),
    fields.deal,
    Object.keys(people),
  );
  const isOwner = owners.some(({ id }) => id === me);
  const given = {
    ...(isOwner ? { user: String(me) } : {}),
    ...Object.fromEntries(
      ['organization', 'contact', 'title'].flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
    ),
    ...people,
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
