import { useCallback } from 'react';
import type { Ref } from '../../../ui/form/form-fields.ts';
import { RefSearchBox } from '../../../ui/form/RefPicker.tsx';
import { type StoredRecord, searchRecords } from '../../record/record-calls.ts';
import type { SearchedKind } from '../catalog-field.ts';
import { pathOf } from '../record-path.ts';

/** "Volkswagen 2.0 TSI (2015–2020)": distinguishes records of the same name. */
function recordName(record: StoredRecord): string {
  const text = (name: string) => (typeof record[name] === 'string' ? (record[name] as string) : '');
  const name = [text('make_name'), text('name') || text('year')].filter(Boolean).join(' ');
  return [name, text('generation') && `(${text('generation')})`, text('part_number')].filter(Boolean).join(' ');
}

type Props = {
  of: SearchedKind;
  label: string;
  /** More conditions, such as the make. */
  query?: Readonly<Record<string, string | number>>;
  taken?: readonly number[];
  onPick: (ref: Ref) => void;
};

/** Searches records of the catalogue. */
export function RecordSearch({ of, label, query, taken, onPick }: Props) {
  const more = JSON.stringify(query ?? {});
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      const { data } = await searchRecords(
        pathOf(of),
        { ...(JSON.parse(more) as object), search: text, page: 1 },
        signal,
      );
      return data.map((record) => ({ id: record.id, name: recordName(record) }));
    },
    [of, more],
  );
  return <RefSearchBox search={search} label={label} taken={taken} onPick={onPick} />;
}
