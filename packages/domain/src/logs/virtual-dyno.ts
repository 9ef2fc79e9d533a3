// Power from how fast a known mass gains speed. Everything that is guessed has an error, and the errors are carried to the answer.

export type DynoInput = {
  /** Engine speed over time, in turns a minute. */
  readonly timesS: ArrayLike<number>;
  readonly rpm: ArrayLike<number>;
  /** Road speed in km/h for 1000 turns a minute in the gear of the pull. */
  readonly kmhPer1000Rpm: number;
  readonly massKg: number;
  /** Drag area: coefficient times frontal area. */
  readonly dragAreaM2?: number;
  readonly rollingShare?: number;
  /** What gearbox and tyres take, as a share of the power at the crank. */
  readonly lossShare?: number;
  /** The width of the smoothing, in turns a minute. */
  readonly smoothRpm?: number;
  readonly airKgM3?: number;
};

export type DynoPoint = {
  readonly rpm: number;
  readonly powerKw: number;
  readonly torqueNm: number;
  /** Half the width of the band in which the truth most likely lies. */
  readonly powerErrorKw: number;
  readonly torqueErrorNm: number;
};

export type DynoRun =
  | {
      readonly ok: true;
      readonly points: readonly DynoPoint[];
      readonly peakPower: DynoPoint;
      readonly peakTorque: DynoPoint;
    }
  | { readonly ok: false; readonly reason: string };

const cannot = (reason: string): DynoRun => ({ ok: false, reason });

const gravity = 9.81;
/** Wheels, shafts and engine turn as well: what they add to the mass, and how well that is known. */
const turningShare = 1.06;
const massError = 0.05;
const dragError = 0.15;
const lossError = 0.04;
const leastSamples = 12;
const leastRise = 1000;
const placesMax = 100;

export function virtualDyno(input: DynoInput): DynoRun {
  const { massKg, kmhPer1000Rpm } = input;
  if (!(massKg >= 200 && massKg <= 10_000)) return cannot('Cannot say: the mass must be between 200 and 10,000 kg.');
  if (!(kmhPer1000Rpm >= 2 && kmhPer1000Rpm <= 120))
    return cannot('Cannot say: the speed for 1,000 rpm must be between 2 and 120 km/h.');
  const samples = usable(input);
  if (samples.length < leastSamples)
    return cannot(
      `Cannot say: the pull has ${samples.length} samples of engine speed, and ${leastSamples} are the least.`,
    );
  const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample];
  if (last.rpm - first.rpm < leastRise) return cannot('Cannot say: the engine speed rises by less than 1,000 rpm.');
  const spanS = last.time - first.time;
  if (samples.length / spanS < 4) return cannot('Cannot say: there are fewer than four samples a second.');
  const width = input.smoothRpm ?? 300;
  const fits = fitAll(samples, width);
  if (fits.length < 5) return cannot('Cannot say: the samples are too far apart for a slope.');
  const points = fits.map((fit) => pointOf(fit, input));
  const peakPower = points.reduce((top, point) => (point.powerKw > top.powerKw ? point : top));
  const peakTorque = points.reduce((top, point) => (point.torqueNm > top.torqueNm ? point : top));
  const unsure = points.filter((point) => point.powerErrorKw > Math.abs(point.powerKw) * 0.35).length;
  if (!(peakPower.powerKw > 0))
    return cannot('Cannot say: the speed does not rise like that of a car that is pulled by its engine.');
  if (unsure * 3 > points.length)
    return cannot('Cannot say: the samples scatter so much that the error would be larger than a third of the power.');
  return { ok: true, points, peakPower, peakTorque };
}

type Sample = { readonly time: number; readonly rpm: number };
type Fit = { readonly rpm: number; readonly slope: number; readonly slopeError: number };

function usable({ timesS, rpm }: DynoInput): Sample[] {
  const samples: Sample[] = [];
  for (let nth = 0; nth < timesS.length; nth++) {
    const [time, turns] = [timesS[nth] as number, rpm[nth] as number];
    if (!Number.isFinite(time) || !Number.isFinite(turns)) continue;
    const before = samples.at(-1);
    if (!before || time > before.time) samples.push({ time, rpm: turns });
  }
  return samples;
}

/**
 * Along the pull a straight line through the samples around each place; what is left over tells how sure its slope is. The window is
 * cut by time: one cut by speed would leave out the very samples that scatter.
 */
function fitAll(samples: readonly Sample[], width: number): Fit[] {
  const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample];
  const spanS = last.time - first.time;
  const meanSlope = (last.rpm - first.rpm) / spanS;
  // Coarse logs need a wider window to have five samples in it.
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
  const slopeError = Math.sqrt(left / Math.max(count - 2, 1) / tt);
  return { rpm: meanR + slope * (centre - meanT), slope, slopeError };
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
    inertia * massError,
    mass * slopeError * 2 * metresPerTurn,
    drag * dragError,
    rolling * 0.3,
    ((inertia + drag + rolling) * lossError) / kept,
  ];
  const powerErrorKw = (Math.hypot(...parts) * speed) / kept / 1000;
  const toTorque = 60_000 / (2 * Math.PI * rpm);
  return { rpm, powerKw, torqueNm: powerKw * toTorque, powerErrorKw, torqueErrorNm: powerErrorKw * toTorque };
}
