import { may } from '@tuneport/domain/identity/permissions';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { AdminList, type AdminListProps, type ListKey } from '../../AdminList.tsx';
import { type RecordDone, RecordList } from '../RecordList.tsx';
import { readRecord, type StoredRecord } from '../record-calls.ts';
import { NounForm } from './NounForm.tsx';
import { NounHistory } from './NounHistory.tsx';
import type { Noun } from './noun.ts';
import { cellEditOf } from './noun-cells.ts';

type Props<K extends ListKey> = Pick<
  AdminListProps<K>,
  'of' | 'columns' | 'filters' | 'searchLabel' | 'headActions' | 'bulkActions' | 'notice'
> & {
  noun: Noun;
  empty: { title: string; text: string };
};
const rowId = (row: unknown) => (row as StoredRecord).id;

/** The list of a noun whose records have pages of their own. */
export function NounList<K extends ListKey>({ noun, empty, ...list }: Props<K>) {
  const mayWrite = may(factsOf(useUi()), noun.write);
  const edit = useMemo(() => cellEditOf(noun), [noun]);
  const create = { label: `New ${noun.one}`, to: noun.newTo ?? `${noun.to}/new` };
  return (
    <AdminList
      {...(list as unknown as AdminListProps<K>)}
      title={noun.many}
      rowKey={rowId}
      rowName={(row) => noun.title(row as unknown as StoredRecord)}
      rowLink={(row) => `${noun.to}/${rowId(row)}`}
      create={mayWrite ? create : undefined}
      edit={mayWrite ? (edit as unknown as AdminListProps<K>['edit']) : undefined}
      empty={{
        ...empty,
        step: mayWrite ? (
          <ButtonLink variant="quiet" to={create.to}>
            Create the first {noun.short ?? noun.one}
          </ButtonLink>
        ) : null,
      }}
    />
  );
}

type PanelProps<K extends ListKey> = Props<K> & {
  /** The fields of a record whose call answers them in another shape. */
  read?: (record: StoredRecord) => Readonly<Record<string, unknown>>;
  /** More about the open record, above its form. */
  about?: (record: StoredRecord) => ReactNode;
  /** More buttons at the bottom of the form; `saved` shows the record they changed. */
  actions?: (record: StoredRecord, saved: (record: StoredRecord) => void) => ReactNode;
  /** Values that the address gives to a new record. */
  given?: Readonly<Record<string, unknown>>;
};

/** The list of a noun whose records open beside it, with their form and history. */
export function NounPanelList<K extends ListKey>({
  noun,
  empty,
  read: shown,
  about,
  actions,
  given,
  ...list
}: PanelProps<K>) {
  const readOnly = !may(factsOf(useUi()), noun.write);
  const edit = useMemo(() => cellEditOf(noun), [noun]);
  const read = useCallback((id: number) => readRecord(noun.path, id), [noun.path]);
  return (
    <RecordList
      {...(list as unknown as Pick<AdminListProps<K>, 'of' | 'columns'>)}
      title={noun.many}
      what={noun.short ?? noun.one}
      rowKey={rowId}
      rowName={(row) => noun.title(row as unknown as StoredRecord)}
      read={read}
      readOnly={readOnly}
      edit={readOnly ? undefined : (edit as unknown as AdminListProps<K>['edit'])}
      titleOf={noun.title}
      empty={{ ...empty, first: `Create the first ${noun.short ?? noun.one}` }}
      form={(record, done) => <PanelForm {...{ noun, record, read: shown, about, actions, given, readOnly, done }} />}
    />
  );
}

type FormProps = Pick<PanelProps<ListKey>, 'noun' | 'read' | 'about' | 'actions' | 'given'> & {
  record: StoredRecord | null;
  readOnly: boolean;
  done: RecordDone;
};

function PanelForm({ noun, record: opened, read, about, actions, given, readOnly, done }: FormProps) {
  const [record, setRecord] = useState(opened);
  const saved = (row: StoredRecord) => {
    setRecord(row);
    done.onSaved(row.id);
  };
  return (
    <Stack>
      {record ? about?.(record) : null}
      <NounForm
        key={record?.id ?? `new ${given ? 'given' : ''}`}
        noun={noun}
        record={record}
        read={read}
        given={given}
        readOnly={readOnly}
        onSaved={saved}
        onDeleted={done.onDeleted}
        actions={record && !readOnly ? actions?.(record, saved) : null}
      />
      {record ? <NounHistory noun={noun} record={record} /> : null}
    </Stack>
  );
}
