import { leadLimits } from '@tuneport/domain/leads/limits';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Card, Container, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { counted } from '../../counted.ts';
import { PageHead } from '../../PageHead.tsx';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { readCustomFields } from '../fields/custom-fields.ts';
import { LeadTabs } from '../LeadTabs.tsx';
import css from '../leads.module.css';
import { LabelsCard } from './LabelsCard.tsx';
import { NameForm } from './NameForm.tsx';
import { PipelineCard } from './PipelineCard.tsx';

export const meta = () => [{ title: pageTitle('Pipeline settings') }];

export async function clientLoader() {
  const [pipelines, labels, fields] = await Promise.all([
    call('GET /v1/admin/lead-engine/pipelines'),
    call('GET /v1/admin/lead-engine/labels', { query: {} }),
    readCustomFields(),
  ]);
  return { pipelines, labels: labels.data, fields };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the settings" />;

export default function SettingsPage() {
  const { pipelines, labels, fields } = useLoaderData<typeof clientLoader>();
  return (
    <Container width="full" className={css.page}>
      <LeadTabs />
      <PageHead title="Pipeline settings" />
      {pipelines.map((pipeline, at) => (
        <PipelineCard
          key={pipeline.id}
          pipeline={pipeline}
          position={at + 1}
          count={pipelines.length}
          fields={fields.deal}
        />
      ))}
      <Card>
        <NameForm
          title="New pipeline"
          label="Pipeline name"
          button="Add pipeline"
          maxLength={leadLimits.pipelineName}
          add={(name) => call('POST /v1/admin/lead-engine/pipelines', { body: { name } })}
        />
      </Card>
      <LabelsCard labels={labels} />
      <Card>
        <Stack>
          <h2>Custom fields</h2>
          <p>
            {counted(fields.deal.length, 'field')} of deals, {counted(fields.contact.length, 'field')} of contacts.
          </p>
          <Row>
            <ButtonLink to="/admin/lead-engine/settings/fields">Edit custom fields</ButtonLink>
          </Row>
        </Stack>
      </Card>
    </Container>
  );
}
