import type { LogChannel, ParsedLog } from './log-types.ts';
import { overRpm, type Pull } from './pulls.ts';
import { conversion } from './units.ts';

/** Power and torque measured by a dyno, in kW and Nm by engine speed. */
export type MeasuredRun = {
  readonly points: readonly { readonly rpm: number; readonly powerKw: number; readonly torqueNm: number }[];
  readonly peakPower: { readonly rpm: number; readonly powerKw: number };
  readonly peakTorque: { readonly rpm: number; readonly torqueNm: number };
};

/** Power = torque × engine speed ÷ this, per system of units. */
const systems = [
  { power: 'hp', torque: 'lb-ft', product: 5252 },
  { power: 'PS', torque: 'Nm', product: 7023.5 },
  { power: 'kW', torque: 'Nm', product: 9549.3 },
] as const;

/** Only dyno exports count: ECUs and phone apps also record a "power", but it is an estimate. */
const isDyno = (log: ParsedLog): boolean =>
  log.channels.some(({ name }) => /\b(?:drum|roller|retarder|dyno|absorber)\b/i.test(name));

/** null unless the log is a dyno run with power and torque in consistent units. */
export function measuredRun(log: ParsedLog, pull: Pull): MeasuredRun | null {
  if (!isDyno(log)) return null;
  const [power, torque] = (['power', 'torque'] as const).map((quantity) =>
    log.channels.find((channel) => channel.quantity === quantity && !channel.words),
  );
  if (!power || !torque) return null;
  const torqueAt = new Map(overRpm(log, pull, torque).map(({ rpm, value }) => [rpm, value]));
  const points = overRpm(log, pull, power).flatMap(({ rpm, value }) => {
    const force = torqueAt.get(rpm);
    return force !== undefined && value > 0 && force > 0 ? [{ rpm, power: value, torque: force }] : [];
  });
  const convert = points.length < 5 ? null : conversionsOf(points, power, torque);
  if (!convert) return null;
  const curve = points.map((one) => ({
    rpm: one.rpm,
    powerKw: convert.power(one.power),
    torqueNm: convert.torque(one.torque),
  }));
  return {
    points: curve,
    peakPower: curve.reduce((top, one) => (one.powerKw > top.powerKw ? one : top)),
    peakTorque: curve.reduce((top, one) => (one.torqueNm > top.torqueNm ? one : top)),
  };
}

type Raw = { readonly rpm: number; readonly power: number; readonly torque: number };

/** Uses the units in the file, else those in which power, torque and engine speed are consistent. */
function conversionsOf(points: readonly Raw[], power: LogChannel, torque: LogChannel) {
  const products = points.map((one) => (one.torque * one.rpm) / one.power).sort((a, b) => a - b);
  const middle = products[Math.floor(products.length / 2)] as number;
  const system = systems.find(({ product }) => Math.abs(middle / product - 1) < 0.05);
  const toKw = conversion(power.unit || system?.power || '', 'kW');
  const toNm = conversion(torque.unit || system?.torque || '', 'Nm');
  return toKw && toNm ? { power: toKw, torque: toNm } : null;
}
