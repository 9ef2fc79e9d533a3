import { Fragment, type ReactNode } from 'react';
import { refreshUi } from '../../platform/api/browser.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { AdminList, type AdminListProps, type ListKey, type RowOf } from '../AdminList.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { useOpenRecord } from './useOpenRecord.ts';

export type RecordDone = { onSaved: (id: number) => void; onDeleted: () => void };

type Props<K extends ListKey, Row> = Omit<
  AdminListProps<K>,
  'rowKey' | 'rowLink' | 'current' | 'create' | 'record' | 'empty'
> & {
  rowKey: (row: RowOf<K>) => number;
  /** Singular noun for one record, such as "alert". */
  what: string;
  read: (id: number) => Promise<Row>;
  /** Records cannot be added. */
  readOnly?: boolean;
  titleOf: (row: Row) => string;
  /** `first` is the label of the button that creates the first record. */
  empty: { title: string; text: string; first: string };
  /** The form of the open record; null means a new record. */
  form: (row: Row | null, done: RecordDone) => ReactNode;
};

/**
 * List of small records with the form of the record selected in the URL next to it. Saved changes are visible on the
 * site immediately.
 */
export function RecordList<K extends ListKey, Row>({
  what,
  read,
  readOnly = false,
  titleOf,
  empty,
  form,
  rowKey,
  ...list
}: Props<K, Row>) {
  const { open, linkTo, go } = useOpenRecord(read);
  return (
    <AdminList
      {...(list as unknown as AdminListProps<K>)}
      rowKey={rowKey}
      rowLink={(row) => linkTo(rowKey(row))}
      current={open?.id ?? null}
      create={readOnly ? undefined : { label: `New ${what}`, to: linkTo('new') }}
      empty={{
        title: empty.title,
        text: empty.text,
        step: readOnly ? null : (
          <ButtonLink variant="quiet" to={linkTo('new')}>
            {empty.first}
          </ButtonLink>
        ),
      }}
      record={(reload, rows) => {
        if (!open) return null;
        const at = rows.findIndex((row) => rowKey(row) === open.id);
        const neighbour = (by: number) => {
          const row = at < 0 ? undefined : rows[at + by];
          return row === undefined ? null : linkTo(rowKey(row));
        };
        const changed = () => {
          reload();
          void refreshUi();
        };
        return (
          <RecordPanel
            title={open.id === 'new' ? `New ${what}` : open.row ? titleOf(open.row) : list.title}
            error={open.error}
            ready={open.ready}
            onClose={() => go(null)}
            neighbours={open.id === 'new' ? undefined : { previous: neighbour(-1), next: neighbour(1) }}
          >
            <Fragment key={open.id}>
              {form(open.row, {
                onSaved: (id) => {
                  changed();
                  if (open.id === 'new') go(id);
                },
                onDeleted: () => {
                  go(null);
                  changed();
                },
              })}
            </Fragment>
          </RecordPanel>
        );
      }}
    />
  );
}
