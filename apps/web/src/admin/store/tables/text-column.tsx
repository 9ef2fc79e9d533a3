import { TextField } from '../../../ui/form/TextField.tsx';
import type { RowColumn } from './RowsEditor.tsx';

type TextOf<Row> = { [Name in keyof Row]: Row[Name] extends string ? Name : never }[keyof Row] & string;

/** A single-line text column. `more` returns other fields of the row that depend on the typed text. */
export function textColumn<Row, Name extends TextOf<Row> = TextOf<Row>>(
  label: string,
  field: Name,
  max: number,
  more: (row: Row, value: string) => Partial<Row> = () => ({}),
): RowColumn<Row> {
  return {
    label,
    cell: ({ row, set, error, label: named }) => (
      <TextField
        label={named}
        maxLength={max}
        value={String(row[field])}
        error={error(field)}
        onChange={({ currentTarget: { value } }) => set({ [field]: value, ...more(row, value) } as Partial<Row>)}
      />
    ),
  };
}
