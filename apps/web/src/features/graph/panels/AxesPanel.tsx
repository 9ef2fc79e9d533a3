import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { type UnitChoice, unitOptions } from '../display-units.ts';
import graph from '../graph.module.css';
import type { Lane } from '../lanes/lane.ts';
import type { View } from '../view.ts';
import css from './panels.module.css';

type Props = {
  units: UnitChoice;
  onUnits: (units: UnitChoice) => void;
  lanes: readonly Lane[];
  scales: View['scales'];
  onScales: (scales: View['scales']) => void;
};

/** Units of all views, and the bounds of each value axis. */
export function AxesPanel({ units, onUnits, lanes, scales, onScales }: Props) {
  const change = (dimension: string, unit: string) => {
    const { [dimension]: _, ...others } = units;
    onUnits(unit === '' ? others : { ...others, [dimension]: unit });
  };
  const without = (key: string) => scales.filter((one) => one.key !== key);
  return (
    <div className={css.axes}>
      <div className={graph.row}>
        {unitOptions.map(({ dimension, label, units: offered }) => (
          <NativeSelect
            key={dimension}
            label={t(label)}
            value={units[dimension] ?? ''}
            placeholder={t('As in the file')}
            options={offered.map((unit) => ({ value: unit, label: unit }))}
            onChange={(event) => change(dimension, event.target.value)}
          />
        ))}
      </div>
      {lanes.map((lane) => (
        <ScaleForm
          key={`${lane.key} ${lane.scale?.join(' ') ?? 'auto'}`}
          lane={lane}
          onScale={(low, high) => onScales([...without(lane.key), { key: lane.key, low, high }])}
          onAuto={() => onScales(without(lane.key))}
        />
      ))}
    </div>
  );
}

type ScaleProps = { lane: Lane; onScale: (low: number, high: number) => void; onAuto: () => void };

function ScaleForm({ lane, onScale, onAuto }: ScaleProps) {
  const [low, setLow] = useState(lane.scale ? String(lane.scale[0]) : '');
  const [high, setHigh] = useState(lane.scale ? String(lane.scale[1]) : '');
  const [error, setError] = useState<string>();
  const name = lane.unit === '' ? (lane.curves[0]?.label ?? '') : lane.unit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [from, to] = [low, high].map((text) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))));
    if (Number.isFinite(from) && Number.isFinite(to) && (to as number) > (from as number))
      onScale(from as number, to as number);
    else setError(t('Enter a maximum above the minimum.'));
  };
  return (
    <form method="post" className={css.scaleForm} onSubmit={submit} noValidate>
      <span className={css.axisName}>{name}</span>
      <TextField
        label={t('Minimum ({name})', { name })}
        hideLabel
        inputMode="decimal"
        placeholder={t('Min')}
        value={low}
        error={error}
        onChange={(event) => setLow(event.target.value)}
      />
      <TextField
        label={t('Maximum ({name})', { name })}
        hideLabel
        inputMode="decimal"
        placeholder={t('Max')}
        value={high}
        onChange={(event) => setHigh(event.target.value)}
      />
      <Button type="submit" size="small">
        {t('Set scale')}
      </Button>
      {lane.scale ? (
        <Button size="small" variant="ghost" onClick={onAuto}>
          {t('Automatic')}
        </Button>
      ) : null}
    </form>
  );
}
