import { t } from '@tuneport/domain/text/text';
import type { ListedTune } from '../catalog-types.ts';
import { figuresOf, gainOf, type Units } from '../figures.ts';
import { GainBar } from './GainBar.tsx';
import css from './gain-bars.module.css';

type Known = Pick<
  ListedTune,
  | 'horsepower'
  | 'torque'
  | 'crank_horsepower'
  | 'crank_torque'
  | 'stock'
  | 'figures_basis'
  | 'power_gain_percent'
  | 'torque_gain_percent'
>;

export type GainScale = { readonly power: number; readonly torque: number };

/** The largest figures of a list, so that all its bars have one scale. */
export function scaleOf(tunes: readonly Known[], units: Units): GainScale {
  const all = tunes.map((tune) => figuresOf(tune, 'crank', units));
  const largest = (of: 'power' | 'torque') => Math.max(0, ...all.map((figures) => figures?.[of] ?? 0));
  return { power: largest('power'), torque: largest('torque') };
}

/** Power and torque as bars, stock in grey and the gain in colour; a percentage where the figures are unknown. */
export function GainBars({ tune, units, scale }: { tune: Known; units: Units; scale: GainScale }) {
  const figures = figuresOf(tune, 'crank', units);
  const stock = tune.stock && figuresOf(tune.stock, 'crank', units);
  const gain = gainOf(figures, stock);
  const note = tune.figures_basis === 'estimated' ? <span className={css.note}>{t('Estimated')}</span> : null;
  if (figures)
    return (
      <span className={css.gains}>
        <GainBar kind="power" value={figures.power} stock={gain && stock ? stock.power : null} max={scale.power} />
        <span className={css.gain} data-kind="power">
          <Gain gain={gain?.power ?? null} value={figures.power} unit={units.power} />
        </span>
        <GainBar kind="torque" value={figures.torque} stock={gain && stock ? stock.torque : null} max={scale.torque} />
        <span className={css.gain} data-kind="torque">
          <Gain gain={gain?.torque ?? null} value={figures.torque} unit={units.torque} />
        </span>
        {note}
      </span>
    );
  if (tune.power_gain_percent === null) return null;
  return (
    <span className={css.percent}>
      <span data-kind="power">{t('+{percent}% power', { percent: tune.power_gain_percent })}</span>
      {tune.torque_gain_percent === null ? null : (
        <span data-kind="torque">{t('+{percent}% torque', { percent: tune.torque_gain_percent })}</span>
      )}
      {note}
    </span>
  );
}

function Gain({ gain, value, unit }: { gain: number | null; value: number | null; unit: string }) {
  return (
    <>
      {gain !== null && gain > 0 ? <b>{`+${gain}`}</b> : null}
      <span>
        {value ?? '–'} {unit}
      </span>
    </>
  );
}
