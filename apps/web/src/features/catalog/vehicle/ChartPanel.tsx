import { type DynoType, noDynoData } from '@tuneport/domain/catalog/dyno';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyAxes } from '../../../ui/brand/Axes.tsx';
import { DynoChart } from '../../../ui/chart/DynoChart.tsx';
import type { DynoRun } from '../catalog-types.ts';
import { basisOf, basisText, curvesOf, figuresOf, type Gain, gainOf, gainPercentOf, type Units } from '../figures.ts';
import css from './chart-panel.module.css';
import engineCss from './engine.module.css';
import { drawnTune, type Selection, stockTune } from './selection.ts';
import { useRuns } from './use-runs.ts';

type Props = {
  selection: Selection;
  units: Units;
  runs: readonly DynoRun[];
  /** Name of the vehicle as text alternative of the curve. */
  label: string;
  onUnits: (units: Units) => void;
  onType: (type: DynoType) => void;
  onDyno: (index: number) => void;
};

/** Hero of an engine page: current and possible figures, with the curve. */
export function ChartPanel({ selection, units, runs, label, onUnits, onType, onDyno }: Props) {
  const wanted = selection.currentHpTorque;
  const stock = stockTune(selection);
  const { tune, isPreview } = drawnTune(selection);
  const tunedRuns = tune?.wire.dyno_csvs ?? [];
  const index = Math.min(selection.selectedDynoIndex, Math.max(0, tunedRuns.length - 1));
  const stockId = stock?.wire.dyno_csvs[0]?.id;
  const tunedId = tunedRuns[index]?.id;
  const known = useRuns(runs, [stockId, tunedId]);

  // Keeps the previous curve until the new one is loaded.
  const arrived = tunedId === undefined ? null : known.get(tunedId);
  const [drawn, setDrawn] = useState<DynoRun | null>(arrived ?? null);
  if (arrived !== undefined && arrived !== drawn) setDrawn(arrived);
  const stockRun = stockId === undefined ? null : (known.get(stockId) ?? null);

  const curves = useMemo(() => {
    const before = stockRun && curvesOf(stockRun, wanted, units);
    const after = drawn && curvesOf(drawn, wanted, units);
    if (!before && !after) return null;
    return {
      power: { stock: before?.power ?? [], ...(after ? { tuned: after.power } : {}) },
      torque: { stock: before?.torque ?? [], ...(after ? { tuned: after.torque } : {}) },
    };
  }, [stockRun, drawn, wanted, units]);

  const stockFigures = stock ? figuresOf(stock.wire, wanted, units) : null;
  const figures = tune ? figuresOf(tunedRuns[index] ?? tune.wire, wanted, units) : stockFigures;
  const hasBoth = [stock?.wire, tune?.wire].some(
    (wire) => wire?.horsepower && wire.torque && (wire.crank_horsepower || wire.crank_torque),
  );

  const percent = tune && !figures ? gainPercentOf(tune.wire) : null;
  if (percent) return <PercentPanel name={tune?.wire.name ?? ''} isPreview={isPreview} gain={percent} />;
  if (!figures && !curves) {
    return (
      <section className={css.panel} aria-label={t('Dyno chart')}>
        <NoDyno />
      </section>
    );
  }
  const gain = tune ? gainOf(figures, stockFigures) : null;
  const shown = tune ?? stock;
  const basis = shown && basisOf(shown.wire, shown.wire.dyno_csvs[tune ? index : 0]);
  return (
    <section className={css.panel} aria-labelledby="chart-title">
      <div className={css.panelHead}>
        <div className={css.panelLabels}>
          <h2 id="chart-title" className={css.panelTitle}>
            {tune ? tune.wire.name : t('Stock')}
            {tune && isPreview ? <span className={css.preview}>{t('Preview')}</span> : null}
          </h2>
          {tunedRuns.length > 1 ? (
            <select
              aria-label={t('Dyno run')}
              className={css.runs}
              name="dyno"
              value={String(index)}
              onChange={(event) => onDyno(Number(event.currentTarget.value))}
            >
              {tunedRuns.map((run, at) => (
                <option key={run.id} value={String(at)}>
                  {run.label}
                </option>
              ))}
            </select>
          ) : null}
          <span className={css.runLabel}>{basis && basisText(basis)}</span>
        </div>
        <dl className={css.figures}>
          <Peak
            name={t('Power')}
            kind="power"
            value={figures?.power ?? null}
            gain={gain?.power ?? null}
            unit={units.power}
          />
          <Peak
            name={t('Torque')}
            kind="torque"
            value={figures?.torque ?? null}
            gain={gain?.torque ?? null}
            unit={units.torque}
          />
        </dl>
      </div>
      <div className={css.chartBox}>
        {curves ? (
          <DynoChart
            power={curves.power}
            torque={curves.torque}
            powerUnit={units.power}
            torqueUnit={units.torque}
            label={t('{label}: {name}, {power} {powerUnit} and {torque} {torqueUnit} at the peak', {
              label,
              name: tune?.wire.name ?? t('stock'),
              power: figures?.power ?? '–',
              powerUnit: units.power,
              torque: figures?.torque ?? '–',
              torqueUnit: units.torque,
            })}
          />
        ) : (
          <NoDyno />
        )}
      </div>
      <div className={css.switches}>
        {hasBoth ? (
          <Switch
            legend={t('Power at')}
            name="power"
            value={wanted}
            options={[
              { value: 'crank', label: t('Crank') },
              { value: 'regular', label: t('Wheel') },
            ]}
            onChange={(value) => onType(value as DynoType)}
          />
        ) : null}
        <UnitSwitches units={units} onUnits={onUnits} />
      </div>
      {tune && tunedRuns.length === 0 && curves ? (
        <p className={engineCss.quiet}>
          {t('There is no curve for {name} yet; stock is shown.', { name: tune.wire.name })}
        </p>
      ) : null}
      {basis === 'estimated' ? (
        <p className={engineCss.quiet}>
          {stock?.wire.figures_basis === 'factory' ? `${t('Stock is the factory figure.')} ` : ''}
          {t('Gains are estimates for this kind of engine; yours may differ.')}
        </p>
      ) : null}
    </section>
  );
}

const NoDyno = () => (
  <div className={css.noDyno}>
    <EmptyAxes />
    <p>{t(noDynoData)}</p>
  </div>
);

type PercentProps = { name: string; isPreview: boolean; gain: Gain };

/** Shown when the factory figures of the engine are unknown: the typical gain of the tune. */
const PercentPanel = ({ name, isPreview, gain }: PercentProps) => (
  <section className={css.panel} aria-labelledby="chart-title">
    <div className={css.panelHead}>
      <div className={css.panelLabels}>
        <h2 id="chart-title" className={css.panelTitle}>
          {name}
          {isPreview ? <span className={css.preview}>{t('Preview')}</span> : null}
        </h2>
        <span className={css.runLabel}>{t('Estimated')}</span>
      </div>
      <dl className={css.figures}>
        <Peak name={t('Power')} kind="power" value={`+${gain.power ?? '–'}`} gain={null} unit="%" />
        <Peak name={t('Torque')} kind="torque" value={`+${gain.torque ?? '–'}`} gain={null} unit="%" />
      </dl>
    </div>
    <p className={engineCss.quiet}>
      {t('We do not have factory figures for this engine, so we show the typical gain of this tune. Yours may differ.')}
    </p>
  </section>
);

export const UnitSwitches = ({ units, onUnits }: Pick<Props, 'units' | 'onUnits'>) => (
  <>
    <Switch
      legend={t('Power in')}
      value={units.power}
      options={[
        { value: 'hp', label: t('hp') },
        { value: 'kW', label: t('kW') },
      ]}
      onChange={(value) => onUnits({ ...units, power: value as Units['power'] })}
    />
    <Switch
      legend={t('Torque in')}
      value={units.torque}
      options={[
        { value: 'lb-ft', label: t('lb-ft') },
        { value: 'Nm', label: t('Nm') },
      ]}
      onChange={(value) => onUnits({ ...units, torque: value as Units['torque'] })}
    />
  </>
);

type PeakProps = {
  name: string;
  kind: 'power' | 'torque';
  value: number | string | null;
  gain: number | null;
  unit: string;
};

function Peak({ name, kind, value, gain, unit }: PeakProps) {
  return (
    <div data-kind={kind}>
      <dt>{name}</dt>
      <dd>
        {`${value ?? '–'} `}
        <span className={css.unit}>{unit}</span>
        {gain !== null && gain > 0 ? <span className={css.gain}>{`+${gain}`}</span> : null}
      </dd>
    </div>
  );
}

type SwitchProps = {
  legend: string;
  /** Only inputs that are part of the URL have a name. */
  name?: string;
  value: string;
  options: readonly { value: string; label: ReactNode }[];
  onChange: (value: string) => void;
};

function Switch({ legend, name, value, options, onChange }: SwitchProps) {
  return (
    <fieldset className={css.switch}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.switchOption}>
          <input
            type="radio"
            name={name ?? legend}
            form={name === undefined ? 'units-stay-here' : undefined}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
