import { TextField } from '../../../ui/form/TextField.tsx';
import type { RowColumn } from './RowsEditor.tsx';

type TextOf<Row> = { [Name in keyof Row]: Row[Name] extends string ? Name : never }[keyof Row] & string;

/** A column of one line of text; `more` says what else of the row follows what is typed. */
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
