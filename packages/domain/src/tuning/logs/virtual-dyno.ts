import { t } from '../../text/text.ts';
// Estimates power from the acceleration of a known mass. Every estimated input has an error, and the errors are
// propagated to the result.

export type DynoInput = {
  /** Engine speed in rpm over time. */
  readonly timesS: ArrayLike<number>;
  readonly rpm: ArrayLike<number>;
  /** Road speed in km/h per 1000 rpm in the gear of the pull. */
  readonly kmhPer1000Rpm: number;
  readonly massKg: number;
  /** Drag area: drag coefficient times frontal area. */
  readonly dragAreaM2?: number;
  readonly rollingShare?: number;
  /** Drivetrain and tyre losses as a share of crank power. */
  readonly lossShare?: number;
  /** The minimum width of the smoothing window in rpm. */
  readonly smoothRpm?: number;
  readonly airKgM3?: number;
  /** Relative standard errors; power depends on the square of the gearing. */
  readonly gearingError?: number;
  readonly massError?: number;
};

type DynoPoint = {
  readonly rpm: number;
  readonly powerKw: number;
  readonly torqueNm: number;
  /** Half the width of the confidence band. */
  readonly powerErrorKw: number;
  readonly torqueErrorNm: number;
};

export type DynoRun =
  | {
      readonly ok: true;
      readonly points: readonly DynoPoint[];
      readonly peakPower: DynoPoint;
      readonly peakTorque: DynoPoint;
      /** The smoothing width used: wider than requested if the log is noisy. */
      readonly smoothRpm: number;
    }
  | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): DynoRun => ({ ok: false, reason });

const gravity = 9.81;
/** Equivalent mass of rotating parts (wheels, shafts, engine), and the uncertainty of the mass. */
const turningShare = 1.06;
const massErrorShare = 0.05;
const gearingErrorShare = 0.015;
const dragError = 0.15;
const lossError = 0.04;
const samplesMin = 12;
const riseRpmMin = 1000;
const placesMax = 100;
/** Noise of the engine speed relative to its rise. */
const scatterMax = 0.1;

export function virtualDyno(input: DynoInput): DynoRun {
  const { massKg, kmhPer1000Rpm } = input;
  if (!(massKg >= 200 && massKg <= 10_000)) return refuse(t('Enter a mass between 200 and 10,000 kg.'));
  if (!(kmhPer1000Rpm >= 2 && kmhPer1000Rpm <= 120))
    return refuse(t('Enter a speed at 1,000 rpm between 2 and 120 km/h.'));
  const all = usable(input);
  const samples = withoutEnds(all);
  if (samples.length < samplesMin)
    return refuse(
      t('Not enough data: the pull has {count} samples of engine speed, at least {least} needed.', {
        count: samples.length,
        least: samplesMin,
      }),
    );
  const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample];
  if ((all.at(-1) as Sample).rpm - first.rpm < riseRpmMin || last.rpm - first.rpm < riseRpmMin * 0.7)
    return refuse(t('Not enough data: the engine speed rises by less than 1,000 rpm.'));
  const spanS = last.time - first.time;
  if (samples.length / spanS < 4) return refuse(t('Not enough data: at least 4 samples per second needed.'));
  const { fits, width } = smoothFits(samples, input.smoothRpm ?? 300);
  if (fits.length < 5) return refuse(t('Not enough data: the samples are too far apart.'));
  const points = fits.map((fit) => pointOf(fit, input));
  const reliable = points.filter(reliableAmong(points));
  const peakPower = reliable.reduce((top, point) => (point.powerKw > top.powerKw ? point : top));
  const peakTorque = reliable.reduce((top, point) => (point.torqueNm > top.torqueNm ? point : top));
  const unreliable = points.filter((point) => point.powerErrorKw > Math.abs(point.powerKw) * 0.35).length;
  if (!(peakPower.powerKw > 0))
    return refuse(t('No estimate: the speed does not rise the way an engine accelerates a car.'));
  const noisy = fits.filter(({ scatter }) => scatter > (last.rpm - first.rpm) * scatterMax).length;
  if (unreliable * 3 > points.length || noisy * 3 > points.length)
    return refuse(t('No estimate: the engine speed is so noisy that the margin of error would exceed a third.'));
  return { ok: true, points, peakPower, peakTorque, smoothRpm: width };
}

/** Excludes points whose slope is much less certain than the others, usually at the end of the pull, from the peak. */
function reliableAmong(points: readonly DynoPoint[]): (point: DynoPoint) => boolean {
  const errors = points.map(({ powerErrorKw }) => powerErrorKw).sort((a, b) => a - b);
  const errorMax = 2 * (errors[Math.floor(errors.length / 2)] as number);
  return ({ powerErrorKw }) => powerErrorKw <= errorMax;
}

type Sample = { readonly time: number; readonly rpm: number };
type Fit = {
  readonly rpm: number;
  readonly slope: number;
  readonly slopeError: number;
  /** Deviation of the samples from the line, in rpm. */
  readonly scatter: number;
};

/** Samples ordered by time. A repeated value is the last reading of a slow channel, not a new sample. */
function usable({ timesS, rpm }: DynoInput): Sample[] {
  const samples: Sample[] = [];
  for (let nth = 0; nth < timesS.length; nth++) {
    const [time, turns] = [timesS[nth] as number, rpm[nth] as number];
    if (!Number.isFinite(time) || !Number.isFinite(turns)) continue;
    const before = samples.at(-1);
    if (!before || (time > before.time && turns !== before.rpm)) samples.push({ time, rpm: turns });
  }
  return samples;
}

const endS = 0.15;
const stepS = 0.2;

/**
 * Cuts the ends of the pull: at the start the engine does not accelerate yet, at the end the driver lifts, and an
 * engine that suddenly accelerates twice as fast has lost its load (clutch, gear change, wheel spin).
 */
function withoutEnds(samples: readonly Sample[]): readonly Sample[] {
  const last = samples.at(-1);
  if (!last || samples.length < samplesMin) return samples;
  let end = samples.length - 1;
  while (end > 1 && (samples[end - 1] as Sample).time > last.time - endS) end--;
  const slopes: number[] = [];
  for (let at = Math.floor(end / 2); at < end; at++) slopes.push(slopeBefore(samples, at));
  slopes.sort((a, b) => a - b);
  const usual = slopes[Math.floor(slopes.length / 2)] ?? 0;
  const least = Math.floor(samples.length * 0.75);
  while (end > least && slopeBefore(samples, end - 1) > 2 * usual) end--;
  let start = 0;
  while (start < samples.length / 4 && slopeBefore(samples, start + 1) < usual / 4) start++;
  return samples.slice(start, end);
}

/** The mean slope over the last 0.2 seconds before a sample. */
function slopeBefore(samples: readonly Sample[], at: number): number {
  const here = samples[at] as Sample;
  let from = Math.max(0, at - 1);
  while (from > 0 && (samples[from] as Sample).time > here.time - stepS) from--;
  const before = samples[from] as Sample;
  return (here.rpm - before.rpm) / (here.time - before.time);
}

const roughMax = 0.03;
const widen = 1.4;

/**
 * Torque changes little over a few hundred rpm: if neighbouring slopes jump, the window is widened up to a third of the
 * pull.
 */
function smoothFits(samples: readonly Sample[], least: number): { fits: Fit[]; width: number } {
  const rise = (samples.at(-1) as Sample).rpm - (samples[0] as Sample).rpm;
  let width = least;
  for (;;) {
    const fits = fitAll(samples, width);
    const rough = roughnessOf(fits, width);
    if (rough <= roughMax || width * widen > Math.max(least, rise / 3)) {
      // The remaining roughness is added to the error of every slope, even where the samples of one window lie on a
      // line.
      return {
        fits: fits.map((fit) => ({ ...fit, slopeError: Math.hypot(fit.slopeError, (rough * fit.slope) / 2) })),
        width,
      };
    }
    width *= widen;
  }
}

/** How much the slopes of adjacent, non-overlapping windows differ, relative to the mean slope. */
function roughnessOf(fits: readonly Fit[], width: number): number {
  const apart: Fit[] = [];
  for (const fit of fits) if (!apart.length || fit.rpm - (apart.at(-1) as Fit).rpm >= width) apart.push(fit);
  if (apart.length < 3) return 0;
  let [jumps, sum] = [0, 0];
  for (const [nth, { slope }] of apart.entries()) {
    sum += slope;
    if (nth === 0 || nth + 1 === apart.length) continue;
    jumps += ((apart[nth - 1] as Fit).slope - 2 * slope + (apart[nth + 1] as Fit).slope) ** 2;
  }
  return Math.sqrt(jumps / (apart.length - 2) / 6) / (sum / apart.length);
}

/**
 * Fits a line through the samples around each point; the residuals give the error of its slope. The window is limited
 * by time, because limiting it by speed would exclude the samples that scatter.
 */
function fitAll(samples: readonly Sample[], width: number): Fit[] {
  const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample];
  const spanS = last.time - first.time;
  const meanSlope = (last.rpm - first.rpm) / spanS;
  // Low-rate logs need a wider window to contain five samples.
  const halfS = Math.max(width / 2 / meanSlope, (2.5 * spanS) / samples.length);
  const fits: Fit[] = [];
  let [from, to] = [0, 0];
  for (let place = 0; place <= placesMax; place++) {
    const centre = first.time + halfS + ((spanS - 2 * halfS) * place) / placesMax;
    while (from < samples.length && (samples[from] as Sample).time < centre - halfS) from++;
    while (to < samples.length && (samples[to] as Sample).time <= centre + halfS) to++;
    const fit = to - from >= 4 ? line(samples.slice(from, to), centre) : null;
    if (fit && fit.rpm > (fits.at(-1)?.rpm ?? 0)) fits.push(fit);
  }
  return fits;
}

function line(near: readonly Sample[], centre: number): Fit | null {
  const count = near.length;
  const meanT = near.reduce((sum, { time }) => sum + time, 0) / count;
  const meanR = near.reduce((sum, { rpm }) => sum + rpm, 0) / count;
  let [tt, tr] = [0, 0];
  for (const { time, rpm } of near) {
    tt += (time - meanT) ** 2;
    tr += (time - meanT) * (rpm - meanR);
  }
  if (!(tt > 0)) return null;
  const slope = tr / tt;
  let left = 0;
  for (const { time, rpm } of near) left += (rpm - meanR - slope * (time - meanT)) ** 2;
  const scatter = Math.sqrt(left / Math.max(count - 2, 1));
  return { rpm: meanR + slope * (centre - meanT), slope, slopeError: scatter / Math.sqrt(tt), scatter };
}

function pointOf({ rpm, slope, slopeError }: Fit, input: DynoInput): DynoPoint {
  const metresPerTurn = input.kmhPer1000Rpm / 3.6 / 1000;
  const speed = rpm * metresPerTurn;
  const mass = input.massKg * turningShare;
  const inertia = mass * slope * metresPerTurn;
  const drag = 0.5 * (input.airKgM3 ?? 1.2) * (input.dragAreaM2 ?? 0.68) * speed ** 2;
  const rolling = (input.rollingShare ?? 0.013) * input.massKg * gravity;
  const wheelW = (inertia + drag + rolling) * speed;
  const kept = 1 - (input.lossShare ?? 0.15);
  const powerKw = wheelW / kept / 1000;
  const parts = [
    inertia * (input.massError ?? massErrorShare),
    (2 * inertia + 3 * drag + rolling) * (input.gearingError ?? gearingErrorShare),
    mass * slopeError * 2 * metresPerTurn,
    drag * dragError,
    rolling * 0.3,
    ((inertia + drag + rolling) * lossError) / kept,
  ];
  const powerErrorKw = (Math.hypot(...parts) * speed) / kept / 1000;
  const toTorque = 60_000 / (2 * Math.PI * rpm);
  return { rpm, powerKw, torqueNm: powerKw * toTorque, powerErrorKw, torqueErrorNm: powerErrorKw * toTorque };
}
