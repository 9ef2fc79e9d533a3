import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { CallKey, CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { type ReactNode, useMemo } from 'react';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import type { CellEdit } from '../../ui/list/table/EditableCell.tsx';
import { AdminList } from '../AdminList.tsx';
import { useBulk } from './BulkEdit.tsx';
import type { Choices } from './catalog-field.ts';
import type { Entity } from './entity.ts';
import { RecordSheet } from './RecordSheet.tsx';
import { useAddresses } from './sections.ts';
import { useChoices } from './useChoices.ts';

type ListKey = {
  [K in CallKey]: CallReply<K> extends { data: { id: number; updated_at: string }[]; page_count: number } ? K : never;
}[CallKey];
type RowOf<K extends ListKey> = CallReply<K>['data'][number];

type Props<K extends ListKey> = {
  of: K;
  entity: Entity;
  title: string;
  columns: readonly Column<RowOf<K>>[];
  /** Filters; those with options need the editor's choices. */
  filters?: (choices: Choices | null) => readonly FilterSpec[];
  searchLabel: string;
  rowName: (row: RowOf<K>) => string;
  empty: { title: string; text?: string };
  headActions?: ReactNode;
  /** How cells of editable columns are saved, by people who may change the catalogue. */
  edit?: CellEdit<RowOf<K>>;
  /** Kinds of records that are edited on the pages of this list's records, and therefore have no list. */
  alsoAsFile?: readonly RecordKindName[];
};

const noFilters = () => [];

/** A list of the editor, defined by its columns. Links, creating, bulk editing and deleting are included. */
export function RecordList<K extends ListKey>({
  of,
  entity,
  filters = noFilters,
  empty,
  headActions,
  alsoAsFile = [],
  edit,
  ...list
}: Props<K>) {
  const choices = useChoices();
  const addresses = useAddresses(entity.section);
  const mayWrite = may(factsOf(useUi()), 'catalog.write');
  const { bulkActions, dialog, notice } = useBulk<RowOf<K>>(entity, choices, mayWrite && entity.bulk !== undefined);
  const specs = useMemo(() => filters(choices), [filters, choices]);
  const create = { label: `New ${entity.noun}`, to: addresses.create };
  return (
    <>
      <AdminList
        {...list}
        of={of}
        edit={mayWrite ? edit : undefined}
        filters={specs}
        rowKey={rowId}
        rowLink={(row) => addresses.record(row.id)}
        bulkActions={bulkActions}
        notice={notice}
        headActions={(reload) => (
          <>
            {headActions}
            <RecordSheet kinds={[entity.kind, ...alsoAsFile]} mayWrite={mayWrite} onStored={reload} />
          </>
        )}
        create={mayWrite ? create : undefined}
        empty={{
          ...empty,
          step: mayWrite ? (
            <ButtonLink variant="quiet" to={create.to}>
              {create.label}
            </ButtonLink>
          ) : null,
        }}
      />
      {dialog}
    </>
  );
}

const rowId = (row: { id: number }) => row.id;
