import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageNumber } from '../../../platform/page-number.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Radio } from '../../../ui/form/Checkbox.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { PageHead } from '../../PageHead.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';

export const meta = () => [{ title: pageTitle('Duplicate records') }];

const entities = {
  makes: 'Makes',
  models: 'Models',
  engines: 'Engines',
  transmissions: 'Transmissions',
  tunes: 'Tunes',
} as const;
type Entity = keyof typeof entities;
type Answer = CallReply<'GET /v1/admin/ecu/duplicates'>;
type Group = Answer['data'][number];
type Preview = CallReply<'POST /v1/admin/ecu/duplicates/merge'>;

export default function DuplicatesPage() {
  const [params, setParams] = useSearchParams();
  const entityParam = params.get('entity') ?? '';
  const entity: Entity = Object.hasOwn(entities, entityParam) ? (entityParam as Entity) : 'makes';
  const page = pageNumber(params);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const mayMerge = may(factsOf(useUi()), 'catalog.settings');

  const load = useCallback(() => {
    setError(null);
    call('GET /v1/admin/ecu/duplicates', { query: { entity, page } }).then(setAnswer, (reason: unknown) =>
      setError(reason instanceof Error ? reason : new Error(String(reason))),
    );
  }, [entity, page]);
  useEffect(() => {
    setAnswer(null);
    load();
  }, [load]);

  return (
    <CatalogPage>
      <PageHead title="Duplicate records" about="Records whose names differ only in case, spaces or punctuation.">
        <NativeSelect
          label="Compare"
          value={entity}
          options={Object.entries(entities).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setParams({ entity: event.currentTarget.value })}
        />
      </PageHead>
      {mayMerge ? null : <Notice>You can view duplicates but do not have permission to merge them.</Notice>}
      {error ? (
        <ErrorState onRetry={load}>{error.message}</ErrorState>
      ) : answer === null ? (
        <Skeleton lines={8} label="Looking for duplicates" />
      ) : answer.total === 0 ? (
        <EmptyState title="No duplicates found.">Records that look the same will appear here.</EmptyState>
      ) : (
        <>
          {answer.data.map((group) => (
            <TwinGroup key={group.key} entity={entity} group={group} mayMerge={mayMerge} onMerged={load} />
          ))}
          <Pagination
            page={answer.page}
            pageCount={answer.page_count}
            to={(to) => `?entity=${entity}&page=${to}`}
            label="Pages of duplicates"
          />
        </>
      )}
    </CatalogPage>
  );
}

const recordPath = (entity: Entity, id: number) => (entity === 'models' ? null : `/catalog-manage/${entity}/${id}`);

type GroupProps = { entity: Entity; group: Group; mayMerge: boolean; onMerged: () => void };

function TwinGroup({ entity, group, mayMerge, onMerged }: GroupProps) {
  const [survivor, setKept] = useState(group.records[0]?.id ?? 0);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const merged_ids = group.records.map(({ id }) => id).filter((id) => id !== survivor);
  const merge = (dry_run: boolean) =>
    call('POST /v1/admin/ecu/duplicates/merge', { body: { entity, kept_id: survivor, merged_ids, dry_run } });
  const ask = async () => {
    try {
      setPreview(await merge(true));
      setProblem(null);
    } catch (error) {
      setProblem(errorText(error, 'These records cannot be merged.'));
    }
  };
  return (
    <Card>
      <div className={css.twins}>
        {group.within ? <div className={css.quiet}>{group.within}</div> : null}
        {group.records.map((record) => {
          const path = recordPath(entity, record.id);
          const label = path ? (
            <TextLink to={path} discover="none">
              {record.name}
            </TextLink>
          ) : (
            record.name
          );
          return (
            <div key={record.id} className={css.twin}>
              {mayMerge ? (
                <Radio
                  name={`keep-${group.key}`}
                  label={<>Keep {label}</>}
                  checked={survivor === record.id}
                  onChange={() => setKept(record.id)}
                />
              ) : (
                <span>{label}</span>
              )}
              <span className={css.quiet}>
                {record.detail},{' '}
                {record.uses === 0 ? 'not used' : record.uses === 1 ? 'used once' : `used ${record.uses} times`}
              </span>
            </div>
          );
        })}
        {problem ? (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        ) : null}
        {mayMerge ? (
          <div>
            <Button onClick={() => void ask()}>Merge into selected</Button>
          </div>
        ) : null}
      </div>
      <ConfirmDialog
        open={preview !== null}
        onClose={() => setPreview(null)}
        title={`Merge into ${preview?.kept.name ?? ''}?`}
        confirmLabel="Merge records"
        danger
        onConfirm={async () => {
          await merge(false);
          toast('Records merged.');
          onMerged();
        }}
      >
        {preview && preview.moved.length > 0 ? (
          <>
            <p>It will receive:</p>
            <ul>
              {preview.moved.map(({ what, count }) => (
                <li key={what}>
                  {what}: {count}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>Nothing is linked to the others.</p>
        )}
        <p>The other {merged_ids.length === 1 ? 'record is' : 'records are'} deleted.</p>
      </ConfirmDialog>
    </Card>
  );
}
