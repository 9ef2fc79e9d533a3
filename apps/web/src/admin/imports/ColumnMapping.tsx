import { Notice } from '../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import css from '../catalog/catalog-admin.module.css';
import { type ColumnChoice, chooseColumn, meaningOf } from './column-choice.ts';

type Props<Meaning extends string> = {
  header: readonly string[];
  sample: readonly (readonly string[])[];
  names: Readonly<Record<Meaning, string>>;
  choice: ColumnChoice<Meaning>;
  onChoose: (choice: ColumnChoice<Meaning>) => void;
  disabled: boolean;
  /** Field errors of the check. */
  problems: Readonly<Record<string, readonly string[]>>;
};

/** What each column of a file is imported as, beside some of its values. */
export function ColumnMapping<Meaning extends string>(props: Props<Meaning>) {
  const { header, sample, names, choice, onChoose, disabled, problems } = props;
  const options = [
    { value: '', label: 'Not used' },
    ...Object.entries<string>(names).map(([value, label]) => ({ value, label })),
  ];
  return (
    <>
      <div className={css.scroll}>
        <table className={css.mapping}>
          <thead>
            <tr>
              <th scope="col">File column</th>
              <th scope="col">Imported as</th>
              <th scope="col">Sample values</th>
            </tr>
          </thead>
          <tbody>
            {header.map((name, index) => {
              const meaning = meaningOf(choice, index);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
                <tr key={index} data-unused={meaning === null || undefined}>
                  <th scope="row">{name || `Column ${index + 1}`}</th>
                  <td>
                    <NativeSelect
                      label={`${name || `Column ${index + 1}`} is imported as`}
                      hideLabel
                      value={meaning ?? ''}
                      options={options}
                      disabled={disabled}
                      error={meaning ? problems[`columns.${meaning}`] : undefined}
                      onChange={(event) =>
                        onChoose(chooseColumn(choice, index, (event.currentTarget.value || null) as Meaning | null))
                      }
                    />
                  </td>
                  <td className={css.samples}>
                    {sample
                      .map((row) => row[index] ?? '')
                      .filter(Boolean)
                      .slice(0, 3)
                      .join(' · ') || '–'}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {problems.columns ? (
        <Notice tone="bad" live>
          {problems.columns.join(' ')}
        </Notice>
      ) : null}
    </>
  );
}
