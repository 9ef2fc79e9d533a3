import { t } from '@tuneport/domain/text/text';
import { cx } from '../class-names.ts';
import css from './CurveArt.module.css';
import { niceTicks, type Point, peak, smoothPath, valuesAt } from './curve.ts';

export type CurvePoint = { readonly rpm: number; readonly value: number };
export type CurvePair = { readonly stock: readonly CurvePoint[]; readonly tuned?: readonly CurvePoint[] };

type Props = {
  power: CurvePair;
  torque?: CurvePair;
  /** Text alternative: "Power from 190 to 252 hp". */
  label: string;
  powerUnit?: string;
  torqueUnit?: string;
  size?: 'low' | 'normal' | 'tall';
  /** Animates the tuned lines once; use the selected tune as `key` of the figure to animate again. */
  draws?: boolean;
  legend?: boolean;
};

/** Ten units per pixel of a wide screen. */
const width = 10_000;
const height = 4000;
const tick = 80;

const pointOf = ({ rpm, value }: CurvePoint): Point => ({ x: rpm, y: value });

/** Stock and tuned curves over engine speed as plain SVG: rendered on the server, without script. */
export function CurveArt({
  power,
  torque,
  label,
  powerUnit = 'hp',
  torqueUnit = 'lb-ft',
  size = 'normal',
  draws = false,
  legend = true,
}: Props) {
  const lines = [power.stock, power.tuned, torque?.stock, torque?.tuned].filter((l) => l !== undefined);
  const all = lines.flat();
  const xs = niceTicks(Math.min(...all.map((p) => p.rpm)), Math.max(...all.map((p) => p.rpm)), 7);
  const ys = niceTicks(0, Math.max(...all.map((p) => p.value)) * 1.04, 5);
  const [x0, x1] = [xs[0] ?? 0, xs.at(-1) ?? 1];
  const y1 = ys.at(-1) ?? 1;
  const place = (p: CurvePoint): Point => ({
    x: ((p.rpm - x0) / (x1 - x0)) * width,
    y: height - (p.value / y1) * height,
  });
  const path = (line: readonly CurvePoint[]) => smoothPath(line.map(place));
  const level = (value: number) => `M0 ${Math.round(place({ rpm: x0, value }).y)}H${width}`;
  const top = power.tuned ? peak(power.tuned.map(pointOf)) : null;
  const dot = top ? place({ rpm: top.x, value: top.y }) : null;
  const dotAt = dot && `M${Math.round(dot.x)} ${Math.round(dot.y)}h.1`;

  return (
    <figure className={cx(css.figure, size === 'tall' && css.tall, size === 'low' && css.low, draws && css.draws)}>
      <div className={css.yAxis} aria-hidden="true">
        {[...ys].reverse().map((y) => (
          <span key={y}>{y}</span>
        ))}
      </div>
      <svg
        className={css.plot}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <Line d={ys.map((y) => (y === 0 ? '' : level(y))).join('')} className={css.grid} />
        <Line
          d={level(0) + xs.map((x) => `M${Math.round(place({ rpm: x, value: 0 }).x)} ${height}v${tick}`).join('')}
          className={css.axis}
        />
        <Line d={path(power.stock)} className={css.powerStock} />
        {torque ? <Line d={path(torque.stock)} className={css.torqueStock} /> : null}
        <g className={css.reveal}>
          <Line d={gainLines(power, place)} className={css.gain} />
          {torque?.tuned ? <Line d={path(torque.tuned)} className={css.torque} /> : null}
          {power.tuned ? <Line d={path(power.tuned)} className={css.power} /> : null}
        </g>
        {dotAt ? (
          <g className={css.after}>
            <Line d={dotAt} className={css.dot} />
            <Line d={dotAt} className={css.dotInner} />
          </g>
        ) : null}
      </svg>
      <div className={css.xAxis} aria-hidden="true">
        {xs.map((x, i) => (
          <span key={x}>{i === xs.length - 1 ? t('rpm') : x}</span>
        ))}
      </div>
      {legend ? (
        <figcaption className={css.legend}>
          {power.tuned ? <Key className={css.power}>{t('Tuned power, {unit}', { unit: powerUnit })}</Key> : null}
          {torque?.tuned ? <Key className={css.torque}>{t('Tuned torque, {unit}', { unit: torqueUnit })}</Key> : null}
          <Key className={css.powerStock}>{t('Stock power')}</Key>
          {torque ? <Key className={css.torqueStock}>{t('Stock torque')}</Key> : null}
        </figcaption>
      ) : null}
    </figure>
  );
}

const Line = ({ d, className }: { d: string; className: string | undefined }) => (
  <path d={d} className={className} vectorEffect="non-scaling-stroke" fill="none" />
);

function Key({ className, children }: { className: string | undefined; children: string }) {
  return (
    <span>
      <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true">
        <path d="M1 4h24" className={className} fill="none" />
      </svg>
      {children}
    </span>
  );
}

const gainSteps = 48;

/** Vertical lines from stock to tuned at even steps, showing the gain. */
function gainLines(power: CurvePair, place: (p: CurvePoint) => Point): string {
  if (!power.tuned) return '';
  const [stock, tuned] = [power.stock.map(pointOf), power.tuned.map(pointOf)];
  const from = Math.max(stock[0]?.x ?? 0, tuned[0]?.x ?? 0);
  const to = Math.min(stock.at(-1)?.x ?? 0, tuned.at(-1)?.x ?? 0);
  const speeds = Array.from({ length: gainSteps + 1 }, (_, i) => from + ((to - from) * i) / gainSteps);
  const [lows, highs] = [valuesAt(stock, speeds), valuesAt(tuned, speeds)];
  let d = '';
  speeds.forEach((rpm, i) => {
    const [low, high] = [lows[i] ?? null, highs[i] ?? null];
    if (low === null || high === null || high <= low) return;
    const [a, b] = [place({ rpm, value: low }), place({ rpm, value: high })];
    d += `M${Math.round(a.x)} ${Math.round(a.y)}V${Math.round(b.y)}`;
  });
  return d;
}
