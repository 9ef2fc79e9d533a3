import { percentText } from '@tuneport/domain/text/percent-text';
import { HeatMap } from './HeatMap.tsx';

type Cohort = {
  /** When they came: "Mar 2026". */
  readonly label: string;
  readonly size: number;
  /** How many were active in each period after it; a period that is not over is left out. */
  readonly active: readonly number[];
};

type Props = { label: string; cohorts: readonly Cohort[]; unit?: string };

/** How many of each group came back, in percent of its size. */
export function CohortTable({ label, cohorts, unit = 'Month' }: Props) {
  const periods = Math.max(0, ...cohorts.map(({ active }) => active.length));
  return (
    <HeatMap
      label={label}
      rows={cohorts.map((cohort) => `${cohort.label} (${cohort.size})`)}
      columns={Array.from({ length: periods }, (_, i) => `${unit} ${i}`)}
      values={cohorts.map(({ size, active }) =>
        Array.from({ length: periods }, (_, i) =>
          active[i] === undefined || size === 0 ? null : Math.round(((active[i] ?? 0) / size) * 100),
        ),
      )}
      format={percentText}
    />
  );
}
