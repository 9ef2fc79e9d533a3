import { may } from '@tuneport/domain/identity/permissions';
import { capitalized } from '@tuneport/domain/text/capitalized';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { PageHead } from '../PageHead.tsx';
import { Sectioned } from '../record/RecordFrame.tsx';
import { readRecord, type StoredRecord } from '../record/record-calls.ts';
import { CatalogHistory } from './CatalogHistory.tsx';
import { CatalogPage } from './CatalogPage.tsx';
import css from './catalog-admin.module.css';
import type { Choices } from './catalog-field.ts';
import type { Entity } from './entity.ts';
import { RecordForm } from './RecordForm.tsx';
import { pathOf } from './record-path.ts';
import { sections, useAddresses } from './sections.ts';

export type LoadedRecord = { record: StoredRecord | null; choices: Choices };

/** A path without an id is the form of a new record. */
export function recordLoader(entity: Entity) {
  const loader = async ({ params }: ClientLoaderFunctionArgs): Promise<LoadedRecord> => {
    const choices = call('GET /v1/admin/ecu/choices');
    const record = params.id === undefined ? null : await readRecord(pathOf(entity.kind), params.id);
    return { record, choices: await choices };
  };
  loader.hydrate = true as const;
  return loader;
}

export const recordMeta =
  (entity: Entity) =>
  ({ loaderData, params }: { loaderData?: LoadedRecord; params: { id?: string } }) => [
    { title: pageTitle(titleOf(entity, loaderData, params.id !== undefined)) },
  ];

/** Also before the browser has read the record. */
function titleOf(entity: Entity, loaded: LoadedRecord | undefined, exists: boolean): string {
  if (loaded?.record) return entity.title(loaded.record);
  return exists ? capitalized(entity.noun) : `New ${entity.noun}`;
}

export const RecordFallback = () => (
  <CatalogPage>
    <Skeleton lines={14} label="Loading the record" />
  </CatalogPage>
);

type Props = {
  entity: Entity;
  /** More about the record, next to its history. */
  side?: (record: StoredRecord) => ReactNode;
  /** Below the form. */
  below?: (record: StoredRecord, choices: Choices) => ReactNode;
  actions?: (record: StoredRecord, mayWrite: boolean) => ReactNode;
};

export function RecordPage(props: Props) {
  const loaded = useLoaderData() as LoadedRecord;
  return <Loaded key={loaded.record?.id ?? 'new'} {...props} {...loaded} />;
}

function Loaded({ entity, side, below, actions, record: loaded, choices }: Props & LoadedRecord) {
  const [record, setRecord] = useState(loaded);
  const navigate = useNavigate();
  const addresses = useAddresses(entity.section);
  const mayWrite = may(factsOf(useUi()), 'catalog.write');
  const title = record ? entity.title(record) : `New ${entity.noun}`;
  const section = sections.find(({ key }) => key === entity.section)?.label ?? '';
  const labels = Object.fromEntries(entity.fields.map(({ name, label }) => [name, label]));
  return (
    <CatalogPage>
      <PageHead
        crumbs={[{ label: section, to: addresses.list }, { label: title }]}
        title={title}
        about={
          record ? (
            <>
              Number {record.id}, changed <DateText at={record.updated_at} show="relative" />
            </>
          ) : null
        }
      >
        {record ? actions?.(record, mayWrite) : null}
      </PageHead>
      <Sectioned>
        <div className={record ? css.record : undefined}>
          <div className={css.block}>
            <Card>
              <RecordForm
                entity={entity}
                choices={choices}
                record={record}
                readOnly={!mayWrite}
                onSaved={(saved) => {
                  if (record) setRecord(saved);
                  else void navigate(recordAddress(entity, addresses, saved.id), { replace: true });
                }}
                onDeleted={() => {
                  toast(`The ${entity.noun} was deleted.`);
                  void navigate(addresses.list);
                }}
              />
            </Card>
            {record ? below?.(record, choices) : null}
          </div>
          {record ? (
            <div className={css.side} data-beside>
              {side?.(record)}
              <Card>
                <div className={css.block}>
                  <h2>History</h2>
                  <CatalogHistory kind={entity.kind} id={record.id} labels={labels} since={record.updated_at} />
                </div>
              </Card>
            </div>
          ) : null}
        </div>
      </Sectioned>
    </CatalogPage>
  );
}

/** Groups have their own pages although they are listed with the types. */
function recordAddress(entity: Entity, addresses: ReturnType<typeof useAddresses>, id: number): string {
  return entity.kind === 'tune-type-groups' ? `/catalog-manage/tune-type-groups/${id}` : addresses.record(id);
}
