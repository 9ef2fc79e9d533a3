import { may } from '@tuneport/domain/identity/permissions';
import { capitalized } from '@tuneport/domain/text/capitalized';
import type { ReactNode } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { RecordFrame } from '../RecordFrame.tsx';
import { readRecord, type StoredRecord } from '../record-calls.ts';
import { NounForm } from './NounForm.tsx';
import { NounHistory } from './NounHistory.tsx';
import type { Noun } from './noun.ts';

/** One route module for a new record, a record and its form: `/new`, `/:id` and `/:id/edit`. */
export function nounLoader(noun: Noun) {
  const loader = ({ params }: ClientLoaderFunctionArgs) => (params.id ? readRecord(noun.path, params.id) : null);
  loader.hydrate = true as const;
  return loader;
}

export const nounMeta =
  (noun: Noun) =>
  ({ loaderData, location, params }: MetaArgs) => [
    { title: pageTitle(titleOf(noun, loaderData, location.pathname, params.id !== undefined)) },
  ];

type MetaArgs = {
  loaderData?: StoredRecord | null;
  location: { pathname: string };
  params: { id?: string };
};

/** Also before the browser has read the record. */
function titleOf(noun: Noun, record: StoredRecord | null | undefined, pathname: string, exists: boolean): string {
  if (record) return recordTitle(noun, record, pathname);
  if (!exists) return `New ${noun.one}`;
  return isEdit(pathname) ? `Edit ${noun.one}` : capitalized(noun.one);
}

const isEdit = (pathname: string) => pathname.endsWith('/edit');
const recordTitle = (noun: Noun, record: StoredRecord, pathname: string) =>
  isEdit(pathname) ? `Edit ${noun.one}` : noun.title(record);

type Props<R> = {
  noun: Noun;
  /** One line below the title. */
  about?: (record: R) => ReactNode;
  /** Beside "Edit". */
  actions?: (record: R) => ReactNode;
  /** Beside the record, above its history. */
  side?: (record: R) => ReactNode;
  children: (record: R) => ReactNode;
};

/** The page of a record, or its form. Give it the type of the record that the call answers. */
export function NounPage<R extends { id: number; updated_at: string }>({
  noun,
  about,
  actions,
  side,
  children,
}: Props<R>) {
  const record = useLoaderData() as (R & StoredRecord) | null;
  const { pathname } = useLocation();
  const mayWrite = may(factsOf(useUi()), noun.write);
  const list = { label: noun.many, to: noun.to };
  if (!record || isEdit(pathname)) return <EditPage key={record?.id ?? 'new'} noun={noun} record={record} />;
  return (
    <RecordFrame
      key={record.id}
      crumbs={[list]}
      title={noun.title(record)}
      about={about?.(record)}
      actions={
        <>
          {actions?.(record)}
          {mayWrite ? (
            <ButtonLink variant="primary" to={`${noun.to}/${record.id}/edit`}>
              Edit {noun.short ?? noun.one}
            </ButtonLink>
          ) : null}
        </>
      }
      side={
        <>
          {side?.(record)}
          <NounHistory noun={noun} record={record} />
        </>
      }
    >
      {children(record)}
    </RecordFrame>
  );
}

function EditPage({ noun, record }: { noun: Noun; record: StoredRecord | null }) {
  const navigate = useNavigate();
  const crumbs = [{ label: noun.many, to: noun.to }];
  if (record) crumbs.push({ label: noun.title(record), to: `${noun.to}/${record.id}` });
  return (
    <RecordFrame crumbs={crumbs} title={record ? `Edit ${noun.one}` : `New ${noun.one}`}>
      <Card>
        <NounForm
          noun={noun}
          record={record}
          onSaved={(saved) => void navigate(`${noun.to}/${saved.id}`)}
          onDeleted={() => {
            toast(`The ${noun.one} was deleted.`);
            void navigate(noun.to);
          }}
        />
      </Card>
    </RecordFrame>
  );
}
