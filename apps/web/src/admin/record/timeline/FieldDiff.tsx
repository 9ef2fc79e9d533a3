import { capitalized } from '@tuneport/domain/text/capitalized';
import { namedChange } from '../../identity/act-detail.ts';
import css from './FieldDiff.module.css';
import { historyText } from './history-text.ts';

type FieldChange = { field: string; before?: unknown; after?: unknown };

/** "credit_limit" in readable form: Credit limit. */
const fieldName = (field: string) => capitalized(field.replaceAll(/[._-]/g, ' '));

type Props = { changes: readonly FieldChange[]; labels?: Readonly<Record<string, string>> };

/** What a change did, field by field: before and after. */
export function FieldDiff({ changes, labels = {} }: Props) {
  if (changes.length === 0) return null;
  return (
    <table className={css.diff}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(namedChange).map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{labels[field] ?? fieldName(field)}</th>
            <td data-label="Before">{before === null ? '–' : <del>{historyText(before)}</del>}</td>
            <td data-label="After">{after === null ? '–' : <ins>{historyText(after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
