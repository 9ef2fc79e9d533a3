import type { Gearing } from '@tuneport/domain/tuning/logs/gearing';
import { type PullPower, powerOfPull } from '@tuneport/domain/tuning/logs/pull-power';
import type { Pull } from '@tuneport/domain/tuning/logs/pulls';
import { conversion } from '@tuneport/domain/tuning/logs/units';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { UnitChoice } from './display-units.ts';
import css from './graph.module.css';
import { type NumberedPull, PullRows } from './PullsView.tsx';
import { figure } from './view.ts';
import { type Series, XyChart } from './XyChart.tsx';

type Props = { pulls: readonly NumberedPull[]; scheme: string; onShow: (pull: Pull) => void; units: UnitChoice };

const hpPerKw = 1 / 0.7456999;
/** Typical mass of a car, used until the user enters the actual one. */
const typicalMassKg = 1500;
const typicalMassError = 0.12;

/** Power from a pull: vehicle mass, acceleration and margin of error. */
export function DynoView({ pulls, scheme, onShow, units }: Props) {
  const [mass, setMass] = useState<string | null>(null);
  const [gearing, setGearing] = useState('');
  const [loss, setLoss] = useState('15');
  const [smooth, setSmooth] = useState('300');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const speedUnit = units.speed ?? 'km/h';
  const runs = useMemo(() => {
    const toKmh = conversion(speedUnit, 'km/h') ?? ((value: number) => value);
    return pulls.map(
      ({ of, pull }): PullPower =>
        powerOfPull(of.log, pull, {
          massKg: mass === null ? typicalMassKg : Number(mass),
          ...(mass === null ? { massError: typicalMassError } : {}),
          kmhPer1000Rpm: gearing === '' ? null : toKmh(Number(gearing)),
          lossShare: Math.min(Math.max(Number(loss) / 100, 0), 0.5),
          smoothRpm: Math.min(Math.max(Number(smooth) || 300, 50), 2000),
        }),
    );
  }, [pulls, gearing, mass, loss, smooth, speedUnit]);
  const series = useMemo(() => {
    const lists: { power: Series[]; torque: Series[] } = { power: [], torque: [] };
    for (const [colour, { name, isOther }] of pulls.entries()) {
      const run = runs[colour];
      if (!run || run.kind === 'none' || hidden.includes(name)) continue;
      const common = { label: name, colour, dashed: isOther };
      const points = run.kind === 'measured' ? run.run.points.map(withoutError) : run.run.points;
      lists.power.push({
        ...common,
        points: points.map(({ rpm, powerKw, powerErrorKw }) => ({ x: rpm, y: powerKw, error: powerErrorKw })),
      });
      lists.torque.push({
        ...common,
        points: points.map(({ rpm, torqueNm, torqueErrorNm }) => ({ x: rpm, y: torqueNm, error: torqueErrorNm })),
      });
    }
    return lists;
  }, [pulls, runs, hidden]);
  if (pulls.length === 0)
    return (
      <EmptyState title="No pull to estimate power from">
        A virtual dyno needs a pull: full throttle in one gear over 1,000 rpm or more.
      </EmptyState>
    );
  const estimated = runs.flatMap((run) => (run.kind === 'estimated' && run.gearing ? [run.gearing] : []));
  const known = estimated[0] && conversion('km/h', speedUnit)?.(estimated[0].kmhPer1000Rpm);
  return (
    <div className={css.panelView}>
      <div className={css.dynoForm}>
        <TextField
          label="Mass with driver"
          inputMode="numeric"
          value={mass ?? String(typicalMassKg)}
          onChange={(event) => setMass(event.target.value)}
          after="kg"
          hint={mass === null ? 'A typical car. Enter yours for a smaller margin of error.' : undefined}
        />
        <TextField
          label="Speed at 1,000 rpm"
          inputMode="decimal"
          value={gearing}
          placeholder={known ? figure(known) : ''}
          onChange={(event) => setGearing(event.target.value.replace(',', '.'))}
          after={speedUnit}
          hint={known ? 'Measured from the log unless you enter one.' : 'In the gear of the pull.'}
        />
        <TextField
          label="Drivetrain loss"
          inputMode="decimal"
          value={loss}
          onChange={(event) => setLoss(event.target.value)}
          after="%"
        />
        <TextField
          label="Smoothing"
          inputMode="numeric"
          value={smooth}
          onChange={(event) => setSmooth(event.target.value)}
          after="rpm"
        />
      </div>
      {series.power.length === 0 ? null : (
        <div className={css.dynoCharts}>
          <XyChart
            series={series.power}
            xLabel="rpm"
            yLabel="Power (kW)"
            scheme={scheme}
            label="Power over engine speed with its margin of error"
          />
          <XyChart
            series={series.torque}
            xLabel="rpm"
            yLabel="Torque (Nm)"
            scheme={scheme}
            label="Torque over engine speed with its margin of error"
          />
        </div>
      )}
      <ul className={css.results}>
        {pulls.map(({ name }, nth) => (
          <li key={name}>
            <strong>{name}</strong> <Result run={runs[nth]} />
          </li>
        ))}
      </ul>
      {runs.every(({ kind }) => kind === 'measured') ? null : (
        <Notice>
          Estimated crank power from mass, acceleration and drag on level ground. A dyno is more accurate.
        </Notice>
      )}
      <PullRows pulls={pulls} hidden={hidden} onHidden={setHidden} onShow={onShow} />
    </div>
  );
}

const withoutError = (point: { rpm: number; powerKw: number; torqueNm: number }) => ({
  ...point,
  powerErrorKw: 0,
  torqueErrorNm: 0,
});

function Result({ run }: { run: PullPower | undefined }) {
  if (!run) return null;
  if (run.kind === 'none') return <span>{run.reason}</span>;
  if (run.kind === 'measured') {
    const { peakPower, peakTorque } = run.run;
    return (
      <span>
        {figure(peakPower.powerKw)} kW ({figure(peakPower.powerKw * hpPerKw)} hp) at {figure(peakPower.rpm)} rpm,{' '}
        {figure(peakTorque.torqueNm)} Nm at {figure(peakTorque.rpm)} rpm, measured by the dyno that wrote this file.
      </span>
    );
  }
  const { peakPower, peakTorque } = run.run;
  return (
    <span>
      {figure(peakPower.powerKw)} ± {figure(peakPower.powerErrorKw)} kW ({figure(peakPower.powerKw * hpPerKw)} hp) at{' '}
      {figure(peakPower.rpm)} rpm, {figure(peakTorque.torqueNm)} ± {figure(peakTorque.torqueErrorNm)} Nm at{' '}
      {figure(peakTorque.rpm)} rpm
      {run.gearing ? <span className={css.quiet}> {gearingText(run.gearing)}</span> : null}
    </span>
  );
}

const gearingText = ({ channel, assumedUnit }: Gearing): string =>
  assumedUnit === null
    ? `Gearing from ${channel.label}.`
    : `Gearing from ${channel.label}, which has no unit: ${assumedUnit} assumed.`;
