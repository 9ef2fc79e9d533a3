import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { FieldGroup, type LinesProps, TicksInput } from '../../../ui/form/FieldGroup.tsx';
import type { Ref } from '../../../ui/form/form-fields.ts';
import { Icon } from '../../../ui/text/Icon.tsx';
import { allRecords, readRecord, type StoredRecord } from '../../record/record-calls.ts';
import css from '../catalog-admin.module.css';
import { vehicleLine, vehicleOf } from '../catalog-field.ts';
import { pathOf } from '../record-path.ts';
import { RecordSearch } from './RecordSearch.tsx';

type Model = { id: number; name: string; years: readonly { value: string; label: string }[] };
type Year = { id: number; name: string };

/** Vehicles of an engine: choose a model, then its years. */
export function VehiclesInput(props: LinesProps) {
  const { lines, disabled, onChange } = props;
  const [model, setModel] = useState<Model | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const open = async (found: Ref) => {
    try {
      const record = await readRecord(pathOf('models'), found.id);
      const years = await allRecords(pathOf('years'), { make_id: record.make_id });
      const built = new Set((record.years as Year[]).map(({ id }) => id));
      const label = (year: StoredRecord) => `${String(year.year)}${built.has(year.id) ? '' : ' (new)'}`;
      setModel({
        id: found.id,
        name: found.name,
        years: years.map((year) => ({ value: String(year.id), label: label(year) })),
      });
      setProblem(null);
    } catch (error) {
      setProblem(errorText(error, 'The model could not be loaded.'));
    }
  };
  const picked = lines.map(vehicleOf).filter(({ model_id }) => model_id === model?.id);
  const setYears = (chosen: Model, ids: readonly string[]) => {
    const others = lines.filter((line) => vehicleOf(line).model_id !== chosen.id);
    const names = new Map(chosen.years.map(({ value, label }) => [value, label.replace(' (new)', '')]));
    const known = new Map(lines.map((line) => [line.split(' ')[0], line]));
    const mine = ids.map(
      (id) =>
        known.get(`${chosen.id}/${id}`) ??
        vehicleLine({ model_id: chosen.id, year_id: Number(id), name: `${chosen.name} ${names.get(id) ?? ''}` }),
    );
    onChange([...others, ...mine]);
  };

  return (
    <FieldGroup {...props} error={problem ? [problem] : props.error}>
      {lines.length > 0 ? (
        <ul className={css.lines}>
          {lines.map((line) => (
            <li key={line} className={css.line}>
              {vehicleOf(line).name}
              {disabled ? null : (
                <Button
                  icon
                  size="small"
                  variant="ghost"
                  aria-label={`Remove ${vehicleOf(line).name}`}
                  onClick={() => onChange(lines.filter((one) => one !== line))}
                >
                  <Icon name="close" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.hint}>None yet.</p>
      )}
      {disabled ? null : (
        <RecordSearch of="models" label="Search for a model to add its years" onPick={(found) => void open(found)} />
      )}
      {model && !disabled ? (
        <TicksInput
          label={model.name}
          options={model.years}
          lines={picked.map(({ year_id }) => String(year_id))}
          disabled={false}
          onChange={(ids) => setYears(model, ids)}
        />
      ) : null}
    </FieldGroup>
  );
}
