import { t } from '@tuneport/domain/text/text';
import { Button } from '../controls/Button.tsx';
import { Checkbox } from '../form/Checkbox.tsx';
import { NativeSelect } from '../form/NativeSelect.tsx';
import { Popover } from '../overlay/Popover.tsx';
import css from './filters/filters.module.css';
import type { Column } from './list-columns.ts';
import { type ListState, pageSizes, rowsPerPage, withGroup, withPageSize } from './list-state.ts';
import type { ColumnChoice } from './useColumnChoice.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
  state: ListState;
  go: (next: ListState) => void;
};

/** How the list is shown: grouping, page size and columns. */
export function ListDisplay<Row>({ columns, choice, onChoose, state, go }: Props<Row>) {
  const groups = columns.filter((column) => column.sortable && column.group);
  const [, ...rest] = columns;
  return (
    <Popover label={t('Display')}>
      {() => (
        <>
          {groups.length > 0 ? (
            <NativeSelect
              label={t('Group by')}
              placeholder={t('No grouping')}
              options={groups.map(({ id, label }) => ({ value: id, label }))}
              value={state.group ?? ''}
              onChange={(event) => go(withGroup(state, event.currentTarget.value || null))}
            />
          ) : null}
          <NativeSelect
            label={t('Rows per page')}
            options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            value={String(state.perPage ?? rowsPerPage)}
            onChange={(event) => go(withPageSize(state, Number(event.currentTarget.value)))}
          />
          <fieldset className={css.columns}>
            <legend>{t('Columns')}</legend>
            {rest.map(({ id, label, optional }) => (
              <Checkbox
                key={id}
                label={label}
                checked={choice[id] ?? optional !== true}
                onChange={(event) => onChoose({ ...choice, [id]: event.currentTarget.checked })}
              />
            ))}
          </fieldset>
          {Object.keys(choice).length > 0 ? (
            <div>
              <Button variant="link" size="small" onClick={() => onChoose({})}>
                {t('Reset columns')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Popover>
  );
}
