import { convertPower, convertTorque } from '@tuneport/domain/catalog/dyno';
import { t } from '@tuneport/domain/text/text';
import type { Gearing } from '@tuneport/domain/tuning/logs/gearing';
import { type PullPower, powerOfPull } from '@tuneport/domain/tuning/logs/pull-power';
import type { Pull } from '@tuneport/domain/tuning/logs/pulls';
import { conversion } from '@tuneport/domain/tuning/logs/units';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useUi } from '../../../platform/ui-state.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { type Units, useUnits } from '../../../ui/text/units-store.ts';
import type { UnitChoice } from '../display-units.ts';
import { xyPicture } from '../draw-xy.ts';
import css from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { paletteOf } from '../palette.ts';
import type { PictureHandle } from '../table/ScatterView.tsx';
import { figure } from '../view.ts';
import { XyChart } from '../XyChart.tsx';
import { bestOfEach, dynoSeries, rated } from './dyno-series.ts';
import { PromisedCurve, usePromised } from './PromisedCurve.tsx';
import { type NumberedPull, PullRows } from './PullRows.tsx';

type Props = {
  open: OpenLog;
  pulls: readonly NumberedPull[];
  scheme: string;
  onShow: (pull: Pull) => void;
  units: UnitChoice;
  ref?: Ref<PictureHandle>;
};

/** Typical mass of a car, used until the user enters the actual one. */
const typicalMassKg = 1500;
const typicalMassError = 0.12;

const unitPairs = [
  { power: 'hp', torque: 'lb-ft' },
  { power: 'hp', torque: 'Nm' },
  { power: 'kW', torque: 'Nm' },
] as const;
const pairName = ({ power, torque }: Units): string => `${power}, ${torque}`;

/** A dyno sheet from the pulls: vehicle mass, acceleration and margin of error. */
export default function DynoView({ open, pulls, scheme, onShow, units, ref }: Props) {
  const [mass, setMass] = useState<string | null>(null);
  const [gearing, setGearing] = useState('');
  const [loss, setLoss] = useState('15');
  const [smooth, setSmooth] = useState('300');
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [sheet, setSheet] = useUnits(useUi()?.settings.region);
  const promised = usePromised();
  const box = useRef<HTMLDivElement>(null);
  const speedUnit = units.speed ?? 'km/h';
  const list = useMemo(() => {
    const toKmh = conversion(speedUnit, 'km/h') ?? ((value: number) => value);
    const runs = pulls.map(
      ({ of, pull }): PullPower =>
        powerOfPull(of.log, pull, {
          massKg: mass === null ? typicalMassKg : Number(mass),
          ...(mass === null ? { massError: typicalMassError } : {}),
          kmhPer1000Rpm: gearing === '' ? null : toKmh(Number(gearing)),
          lossShare: Math.min(Math.max(Number(loss) / 100, 0), 0.5),
          smoothRpm: Math.min(Math.max(Number(smooth) || 300, 50), 2000),
        }),
    );
    return rated(pulls, runs);
  }, [pulls, gearing, mass, loss, smooth, speedUnit]);
  const shown = picked ?? bestOfEach(list);
  const series = [...dynoSeries(list, shown, sheet), ...promised.series(sheet)];
  const labels = {
    x: t('rpm'),
    y: t('Power ({power}), torque ({torque})', { power: sheet.power, torque: sheet.torque }),
  };
  useImperativeHandle(ref, () => ({
    picture: async () =>
      box.current
        ? xyPicture({ title: `${t('Virtual dyno')}, ${open.name}`, labels, series }, paletteOf(box.current))
        : null,
  }));
  if (pulls.length === 0)
    return (
      <EmptyState title={t('No pull to estimate power from')}>
        {t('A virtual dyno needs a pull: full throttle in one gear over 1,000 rpm or more.')}
      </EmptyState>
    );
  const estimated = list.flatMap(({ run }) => (run.kind === 'estimated' && run.gearing ? [run.gearing] : []));
  const known = estimated[0] && conversion('km/h', speedUnit)?.(estimated[0].kmhPer1000Rpm);
  return (
    <div className={css.panelView} ref={box}>
      <div className={css.dynoForm}>
        <TextField
          label={t('Mass with driver')}
          inputMode="numeric"
          value={mass ?? String(typicalMassKg)}
          onChange={(event) => setMass(event.target.value)}
          after="kg"
          hint={mass === null ? t('A typical car. Enter yours for a smaller margin of error.') : undefined}
        />
        <TextField
          label={t('Speed at 1,000 rpm')}
          inputMode="decimal"
          value={gearing}
          placeholder={known ? figure(known) : ''}
          onChange={(event) => setGearing(event.target.value.replace(',', '.'))}
          after={speedUnit}
          hint={known ? t('Measured from the log unless you enter one.') : t('In the gear of the pull.')}
        />
        <TextField
          label={t('Drivetrain loss')}
          inputMode="decimal"
          value={loss}
          onChange={(event) => setLoss(event.target.value)}
          after="%"
        />
        <TextField
          label={t('Smoothing')}
          inputMode="numeric"
          value={smooth}
          onChange={(event) => setSmooth(event.target.value)}
          after={t('rpm')}
        />
        <NativeSelect
          label={t('Units')}
          value={pairName(sheet)}
          options={unitPairs.map((pair) => ({ value: pairName(pair), label: pairName(pair) }))}
          onChange={(event) => setSheet(unitPairs.find((pair) => pairName(pair) === event.target.value) ?? sheet)}
        />
        <PromisedCurve {...promised} />
      </div>
      {series.length === 0 ? null : (
        <XyChart
          series={series}
          labels={labels}
          scheme={scheme}
          label={t('Power and torque over engine speed with their margin of error')}
        />
      )}
      <PullRows
        pulls={list.map(({ of, run, colour }) => ({ of, colour, result: <Result run={run} units={sheet} /> }))}
        shown={shown}
        onShown={setPicked}
        onShow={onShow}
      />
      {list.every(({ run }) => run.kind === 'measured') ? null : (
        <Notice>
          {t('Estimated crank power from mass, acceleration and drag on level ground. A dyno is more accurate.')}
        </Notice>
      )}
    </div>
  );
}

function Result({ run, units }: { run: PullPower; units: Units }) {
  if (run.kind === 'none') return <span className={css.quiet}>{run.reason}</span>;
  const { peakPower, peakTorque } = run.run;
  const power = (kw: number) => figure(convertPower(kw, 'kW', units.power));
  const torque = (nm: number) => figure(convertTorque(nm, 'Nm', units.torque));
  const errors =
    run.kind === 'estimated'
      ? {
          power: ` ± ${power(run.run.peakPower.powerErrorKw)}`,
          torque: ` ± ${torque(run.run.peakTorque.torqueErrorNm)}`,
        }
      : { power: '', torque: '' };
  return (
    <span>
      {rich('<b>{power}</b> at {powerRpm} rpm, <b>{torque}</b> at {torqueRpm} rpm', {
        b: (text) => <strong>{text}</strong>,
        power: `${power(peakPower.powerKw)}${errors.power} ${units.power}`,
        powerRpm: figure(peakPower.rpm),
        torque: `${torque(peakTorque.torqueNm)}${errors.torque} ${units.torque}`,
        torqueRpm: figure(peakTorque.rpm),
      })}
      <span className={css.quiet}>
        {run.kind === 'measured'
          ? `. ${t('Measured by the dyno that wrote this file.')}`
          : run.gearing
            ? `. ${gearingText(run.gearing)}`
            : ''}
      </span>
    </span>
  );
}

const gearingText = ({ channel, assumedUnit }: Gearing): string =>
  assumedUnit === null
    ? t('Gearing from {channel}.', { channel: channel.label })
    : t('Gearing from {channel}, which has no unit: {unit} assumed.', { channel: channel.label, unit: assumedUnit });
