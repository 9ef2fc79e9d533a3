import { channelOf, type Pull, rpmOf } from '@tuneport/domain/logs/pulls';
import { resampled } from '@tuneport/domain/logs/sample-at';
import { conversion } from '@tuneport/domain/logs/units';
import { type DynoRun, virtualDyno } from '@tuneport/domain/logs/virtual-dyno';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './graph.module.css';
import type { OpenLog } from './open-log.ts';
import { type NumberedPull, PullRows } from './PullsView.tsx';
import { figure } from './view.ts';
import { type Series, XyChart } from './XyChart.tsx';

type Props = { pulls: readonly NumberedPull[]; scheme: string; onShow: (pull: Pull) => void };

const hpPerKw = 1 / 0.7456999;

/** Power from a pull: a mass, how fast it gets faster, and how sure that is. */
export function DynoView({ pulls, scheme, onShow }: Props) {
  const [mass, setMass] = useState('1500');
  const [gearing, setGearing] = useState('');
  const [loss, setLoss] = useState('15');
  const [smooth, setSmooth] = useState('300');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const measured = useMemo(() => pulls.map(({ of, pull }) => gearingOf(of, pull)), [pulls]);
  const runs = useMemo(
    () =>
      pulls.map(({ of, pull }, nth): DynoRun => {
        const rpm = rpmOf(of.log);
        if (!rpm) return { ok: false, reason: 'Cannot say: the log has no engine speed.' };
        const ratio = gearing === '' ? measured[nth] : Number(gearing);
        if (!ratio)
          return { ok: false, reason: 'Cannot say: the log has no road speed. Enter the speed at 1,000 rpm.' };
        return virtualDyno({
          timesS: rpm.times.subarray(pull.from, pull.to + 1),
          rpm: rpm.values.subarray(pull.from, pull.to + 1),
          massKg: Number(mass),
          kmhPer1000Rpm: ratio,
          lossShare: Math.min(Math.max(Number(loss) / 100, 0), 0.5),
          smoothRpm: Math.min(Math.max(Number(smooth) || 300, 50), 2000),
        });
      }),
    [pulls, measured, gearing, mass, loss, smooth],
  );
  const series = useMemo(() => {
    const lists: { power: Series[]; torque: Series[] } = { power: [], torque: [] };
    for (const [colour, { name, isOther }] of pulls.entries()) {
      const run = runs[colour];
      if (!run?.ok || hidden.includes(name)) continue;
      const common = { label: name, colour, dashed: isOther };
      lists.power.push({
        ...common,
        points: run.points.map(({ rpm, powerKw, powerErrorKw }) => ({ x: rpm, y: powerKw, error: powerErrorKw })),
      });
      lists.torque.push({
        ...common,
        points: run.points.map(({ rpm, torqueNm, torqueErrorNm }) => ({ x: rpm, y: torqueNm, error: torqueErrorNm })),
      });
    }
    return lists;
  }, [pulls, runs, hidden]);
  if (pulls.length === 0)
    return (
      <EmptyState title="Cannot say: no pull to measure">
        A virtual dyno needs a pull: full throttle in one gear over 1,000 rpm or more.
      </EmptyState>
    );
  const known = measured.find((value) => value !== null);
  return (
    <div className={css.panelView}>
      <div className={css.dynoForm}>
        <TextField
          label="Mass with driver"
          inputMode="numeric"
          value={mass}
          onChange={(event) => setMass(event.target.value)}
          after="kg"
        />
        <TextField
          label="Speed at 1,000 rpm"
          inputMode="decimal"
          value={gearing}
          placeholder={known ? figure(known) : ''}
          onChange={(event) => setGearing(event.target.value.replace(',', '.'))}
          after="km/h"
          hint={known ? 'Measured from the log unless you enter one.' : 'In the gear of the pull.'}
        />
        <TextField
          label="Loss to the wheels"
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
            label="Power over engine speed with its error"
          />
          <XyChart
            series={series.torque}
            xLabel="rpm"
            yLabel="Torque (Nm)"
            scheme={scheme}
            label="Torque over engine speed with its error"
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
      <Notice>
        Worked out at the crank from mass, acceleration, drag and rolling, on a level road without wind. The band is
        where the truth most likely lies; a bench measures better.
      </Notice>
      <PullRows pulls={pulls} hidden={hidden} onHidden={setHidden} onShow={onShow} />
    </div>
  );
}

function Result({ run }: { run: DynoRun | undefined }) {
  if (!run) return null;
  if (!run.ok) return <span>{run.reason}</span>;
  const { peakPower, peakTorque } = run;
  return (
    <span>
      {figure(peakPower.powerKw)} ± {figure(peakPower.powerErrorKw)} kW ({figure(peakPower.powerKw * hpPerKw)} hp) at{' '}
      {figure(peakPower.rpm)} rpm, {figure(peakTorque.torqueNm)} ± {figure(peakTorque.torqueErrorNm)} Nm at{' '}
      {figure(peakTorque.rpm)} rpm
    </span>
  );
}

/** Road speed for 1000 turns in the gear of the pull, where the log has both. */
function gearingOf(open: OpenLog, pull: Pull): number | null {
  const rpm = rpmOf(open.log);
  const speed = channelOf(open.log, 'speed');
  const convert = speed && conversion(speed.unit || 'km/h', 'km/h');
  if (!rpm || !speed || !convert) return null;
  const speeds = resampled(open.log.clocks[speed.clock] as Float64Array, speed.values, rpm.times);
  const ratios: number[] = [];
  for (let nth = pull.from; nth <= pull.to; nth++) {
    const ratio = (convert(speeds[nth] as number) / (rpm.values[nth] as number)) * 1000;
    if (Number.isFinite(ratio) && ratio > 2) ratios.push(ratio);
  }
  ratios.sort((a, b) => a - b);
  return ratios.length < 5 ? null : (ratios[Math.floor(ratios.length / 2)] as number);
}
