import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { DetailForm } from '../../../ui/form/DetailForm.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { PageHead } from '../../PageHead.tsx';
import { RecordPanel } from '../../record/RecordPanel.tsx';
import { allRecords, readRecord, type StoredRecord } from '../../record/record-calls.ts';
import { useOpenRecord } from '../../record/useOpenRecord.ts';
import { useSave } from '../../record/useSave.ts';
import { CatalogHistory } from '../CatalogHistory.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';
import { type CatalogField, type Choices, fieldOf, formField, sentValue, shownRecord } from '../catalog-field.ts';
import { tools } from '../entities/small.ts';
import { named, optionsOf, regionsField } from '../entity.ts';
import { CatalogInput } from '../inputs/CatalogInput.tsx';
import { RecordForm } from '../RecordForm.tsx';
import { RecordFallback } from '../RecordPage.tsx';
import { RecordSheet } from '../RecordSheet.tsx';
import { pathOf } from '../record-path.ts';

export const meta = () => [{ title: pageTitle('Catalogue settings') }];
export const clientLoader = async () => {
  const [settings, choices, list] = await Promise.all([
    call('GET /v1/admin/ecu/settings'),
    call('GET /v1/admin/ecu/choices'),
    allRecords(pathOf('tools'), {}),
  ]);
  return { settings, choices, tools: list };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = RecordFallback;

type Settings = CallReply<'GET /v1/admin/ecu/settings'>;

const fields: readonly CatalogField[] = [
  { ...regionsField, name: 'default_regions', label: 'Regions of new records' },
  {
    name: 'default_tier_id',
    label: 'Price tier of new tunes',
    as: 'select',
    number: true,
    optional: true,
    options: (choices) => named(choices.tiers),
  },
  {
    name: 'horsepower_unit',
    label: 'Power unit of new tunes',
    as: 'select',
    options: optionsOf({ hp: 'hp', PS: 'PS', kW: 'kW' }),
  },
  {
    name: 'torque_unit',
    label: 'Torque unit of new tunes',
    as: 'select',
    options: optionsOf({ 'lb-ft': 'lb-ft', Nm: 'Nm' }),
  },
];
const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
const show = (settings: Settings) => ({ values: shownRecord(fields, settings), readAt: settings.updated_at });

export default function SettingsPage() {
  const { settings, choices } = useLoaderData<typeof clientLoader>();
  return (
    <CatalogPage>
      <PageHead title="Catalogue settings" />
      <NewRecords loaded={settings} choices={choices} />
      <Tools choices={choices} />
    </CatalogPage>
  );
}

function NewRecords({ loaded, choices }: { loaded: Settings; choices: Choices }) {
  const [settings, setSettings] = useState(loaded);
  const readOnly = !may(factsOf(useUi()), 'catalog.settings');
  const { save, saved } = useSave(
    show(loaded).values,
    show,
    (values, _, readAt) =>
      call('PUT /v1/admin/ecu/settings', {
        body: Object.fromEntries(fields.map((field) => [field.name, sentValue(field, values[field.name])])) as Omit<
          Settings,
          'updated_at'
        >,
        readAt,
      }),
    fieldOf,
  );
  return (
    <div className={css.record}>
      <Card>
        <DetailForm
          fields={fields.map((field) => formField(field, choices))}
          {...show(loaded)}
          readOnly={readOnly}
          saveLabel="Save settings"
          save={save}
          onSaved={() => saved.current && setSettings(saved.current)}
        >
          {(form) => (
            <div className={css.fields}>
              {fields.map((field) => (
                <CatalogInput key={field.name} field={field} form={form} choices={choices} disabled={readOnly} />
              ))}
            </div>
          )}
        </DetailForm>
      </Card>
      <Card>
        <div className={css.block}>
          <h2>History</h2>
          <CatalogHistory kind="settings" id={1} labels={labels} since={settings.updated_at} />
        </div>
      </Card>
    </div>
  );
}

const read = (id: number) => readRecord(pathOf('tools'), id);

/** Tools belong to the whole catalogue, so they are on its settings page. */
function Tools({ choices }: { choices: Choices }) {
  const loaded = useLoaderData<typeof clientLoader>();
  const [list, setList] = useState<readonly StoredRecord[]>(loaded.tools as StoredRecord[]);
  const { open, linkTo, go } = useOpenRecord(read);
  const mayWrite = may(factsOf(useUi()), 'catalog.settings');
  const reload = () => void allRecords(pathOf('tools'), {}).then(setList);
  return (
    <Card>
      <div className={css.block}>
        <div className={css.head}>
          <h2>Tools</h2>
          <div className={css.bar}>
            <RecordSheet kinds={['tools']} mayWrite={mayWrite} onStored={reload} small />
            {mayWrite ? (
              <ButtonLink size="small" to={linkTo('new')} preventScrollReset>
                New tool
              </ButtonLink>
            ) : null}
          </div>
        </div>
        {open ? (
          <RecordPanel
            title={open.id === 'new' ? 'New tool' : String(open.row?.name ?? 'Tool')}
            error={open.error}
            ready={open.ready}
            onClose={() => go(null)}
          >
            <RecordForm
              key={open.id}
              entity={tools}
              choices={choices}
              record={open.row}
              readOnly={!mayWrite}
              onSaved={(tool) => {
                reload();
                if (open.id === 'new') go(tool.id);
              }}
              onDeleted={() => {
                reload();
                go(null);
              }}
            />
          </RecordPanel>
        ) : null}
        {list.length === 0 ? <p className={css.quiet}>There are no tools yet.</p> : null}
        <ul className={css.plain}>
          {list.map((tool) => (
            <li key={tool.id}>
              <TextLink to={linkTo(tool.id)} discover="none" preventScrollReset>
                {String(tool.name)}
              </TextLink>
              <span className={css.quiet}>
                Install {String(tool.install_fee)} {String(tool.currency)}, {String(tool.tune_count)} tunes
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
