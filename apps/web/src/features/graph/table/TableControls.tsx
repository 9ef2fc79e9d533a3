import { msg, t } from '@tuneport/domain/text/text';
import { type HeatStat, heatStats } from '@tuneport/domain/tuning/logs/heat-table';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import chartCss from '../chart.module.css';
import type { UnitChoice } from '../display-units.ts';
import type { OpenLog } from '../open-log.ts';
import type { View } from '../view.ts';
import { channelOptions } from './axes.ts';
import { parseFilter } from './use-table.ts';

type Props = {
  open: OpenLog;
  units: UnitChoice;
  axes: { x: number; y: number; z: number };
  view: View;
  onView: (change: Partial<View>) => void;
  zLabel: string;
  /** The statistic is chosen only for the table. */
  hasStat: boolean;
};

const statLabels: Readonly<Record<HeatStat, string>> = {
  average: msg('Average'),
  min: msg('Minimum'),
  max: msg('Maximum'),
  count: msg('Number of samples'),
};

/** Axes, statistic and filter of the table and the scatter plot. */
export function TableControls({ open, units, axes, view, onView, zLabel, hasStat }: Props) {
  const options = channelOptions(open.log, units);
  const select = (name: 'x' | 'y' | 'z', label: string) => (
    <NativeSelect
      label={label}
      value={String(axes[name])}
      options={options}
      onChange={(event) => onView({ axes: { ...view.axes, [name]: Number(event.target.value) } })}
    />
  );
  return (
    <div className={chartCss.tableForm}>
      {select('x', t('Horizontal'))}
      {select('y', t('Vertical'))}
      {select('z', zLabel)}
      {hasStat ? (
        <NativeSelect
          label={t('Show')}
          value={view.stat}
          options={heatStats.map((stat) => ({ value: stat, label: t(statLabels[stat]) }))}
          onChange={(event) => onView({ stat: event.target.value as HeatStat })}
        />
      ) : null}
      <FilterForm key={view.filter} open={open} filter={view.filter} onFilter={(filter) => onView({ filter })} />
    </div>
  );
}

/** Channel names and operators are not translated. */
const example = 'throttle > 80 and rpm > 2500';

type FilterProps = { open: OpenLog; filter: string; onFilter: (filter: string) => void };

function FilterForm({ open, filter, onFilter }: FilterProps) {
  const [text, setText] = useState(filter);
  const [error, setError] = useState<string | undefined>(() => problemOf(open, filter));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf(open, text.trim());
    setError(problem);
    if (!problem) onFilter(text.trim());
  };
  return (
    <form method="post" className={chartCss.filterForm} onSubmit={submit} noValidate>
      <TextField
        label={t('Filter')}
        placeholder={example}
        hint={t('Channels by name or in [brackets], in the units of the file.')}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{t('Apply')}</Button>
      {filter === '' ? null : (
        <Button variant="ghost" onClick={() => onFilter('')}>
          {t('Clear')}
        </Button>
      )}
    </form>
  );
}

function problemOf({ log }: OpenLog, text: string): string | undefined {
  if (text === '') return undefined;
  const parsed = parseFilter(log, text);
  return 'error' in parsed ? parsed.error : undefined;
}
