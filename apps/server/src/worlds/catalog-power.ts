import { chance } from './chance.ts';

/** What is known of an engine before anything is invented about it. */
export type EngineFacts = {
  readonly id: number;
  readonly make: string;
  readonly slug: string;
  readonly generation: string;
  readonly displacement_l: number | null;
  readonly cylinders: number | null;
  readonly fuel: string;
  readonly aspiration: string;
  readonly hybrid: string;
  readonly power_hp: number | null;
  readonly torque_nm: number | null;
};

/** Index of the technical age: until 1995, 1996–2007, 2008–2015, since 2016. */
export function ageOf(generation: string): 0 | 1 | 2 | 3 {
  if (generation.includes('until')) return 0;
  if (generation.startsWith('1996')) return 1;
  return generation.startsWith('2008') ? 2 : 3;
}

// Horsepower and pound-feet a litre, by age.
const petrolHp: Readonly<Record<string, readonly number[]>> = {
  natural: [52, 68, 80, 86],
  turbo: [78, 94, 112, 126],
  supercharged: [70, 86, 102, 118],
  twincharged: [82, 105, 130, 150],
};
const petrolTorque: Readonly<Record<string, readonly number[]>> = {
  natural: [58, 64, 68, 70],
  turbo: [82, 96, 118, 132],
  supercharged: [74, 84, 96, 106],
  twincharged: [88, 104, 128, 140],
};
const dieselHp: Readonly<Record<string, readonly number[]>> = {
  natural: [26, 32, 40, 45],
  turbo: [38, 54, 74, 84],
};
const dieselTorque: Readonly<Record<string, readonly number[]>> = {
  natural: [44, 50, 56, 60],
  turbo: [72, 98, 132, 142],
};

const fast = /ferrari|lamborghini|mclaren|porsche|bugatti|pagani|koenigsegg|aston|lotus|amg|alpina|ruf/i;

export type Stock = {
  readonly hp: number;
  readonly torqueLbFt: number;
  readonly redlineRpm: number;
  readonly isDiesel: boolean;
};

/** Power of the car as it left the factory: told by the table, or what engines of that size, charge and age have. */
export function stockPower(engine: EngineFacts, seed: number): Stock | null {
  if (engine.aspiration === 'electric' || engine.displacement_l === null) return null;
  const age = ageOf(engine.generation);
  const isDiesel = engine.fuel === 'diesel';
  const [hpTable, torqueTable] = isDiesel ? [dieselHp, dieselTorque] : [petrolHp, petrolTorque];
  const charge = engine.aspiration in hpTable ? engine.aspiration : 'turbo';
  const spread = 0.92 + 0.16 * chance(seed, `${engine.make} ${engine.slug} ${engine.generation}`);
  const sporty = fast.test(engine.make) ? 1.3 : 1;
  const lean = engine.fuel === 'cng' || engine.fuel === 'lpg' ? 0.86 : 1;
  const electric = engine.hybrid === 'plug-in' ? 70 : engine.hybrid === 'hybrid' ? 30 : 0;
  const litres = engine.displacement_l;
  // Small engines rev, big ones do not have to.
  const size = litres > 4.5 ? 0.9 : litres < 1.3 ? 1.05 : 1;
  const hp = engine.power_hp ?? litres * (hpTable[charge]?.[age] ?? 70) * spread * sporty * lean * size + electric;
  const torque =
    engine.torque_nm === null
      ? litres * (torqueTable[charge]?.[age] ?? 65) * spread * Math.sqrt(sporty) * lean + electric
      : engine.torque_nm / 1.35582;
  const redlineRpm = isDiesel ? 4800 : charge === 'natural' ? 6800 + (sporty > 1 ? 1400 : 0) : 6500;
  return { hp, torqueLbFt: torque, redlineRpm, isDiesel };
}

export type PowerCurve = { rpm: number[]; hp: number[]; torque: number[] };

const stepRpm = 250;
const wheelShare = 0.85;

/** A pull over the whole range: torque rises, holds, and gives way to constant power. */
export function powerCurve(hp: number, torqueLbFt: number, stock: Stock, charged: boolean): PowerCurve {
  const peakRpm = Math.min(stock.redlineRpm * 0.86, Math.max(stock.redlineRpm * 0.7, (hp * 5252) / torqueLbFt));
  // A pair of figures that no engine could have together bends to the one it is sold by.
  const torqueMax = Math.max(torqueLbFt, (hp * 5252) / (stock.redlineRpm * 0.9));
  const full = charged ? (stock.isDiesel ? 1900 : 2500) : stock.redlineRpm * 0.55;
  const curve: PowerCurve = { rpm: [], hp: [], torque: [] };
  for (let rpm = 1500; rpm <= stock.redlineRpm; rpm += stepRpm) {
    const rise = charged
      ? 0.42 + 0.58 / (1 + Math.exp(-(rpm - full * 0.82) / 260))
      : 0.74 + 0.26 * Math.sin(Math.min(1, rpm / full) * (Math.PI / 2));
    const roll = rpm > peakRpm ? 1 - 0.28 * ((rpm - peakRpm) / (stock.redlineRpm - peakRpm)) ** 2 : 1;
    const held = torqueMax * rise;
    const limited = ((hp * 5252) / rpm) * roll;
    const torque = (held ** -10 + limited ** -10) ** -0.1;
    curve.rpm.push(rpm);
    curve.torque.push(tenth(torque));
    curve.hp.push(tenth((torque * rpm) / 5252));
  }
  return curve;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
export const atWheels = (values: readonly number[]) => values.map((value) => tenth(value * wheelShare));
