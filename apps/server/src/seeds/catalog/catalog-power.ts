/** Facts about an engine. Power and torque are factory figures, null where uncertain. */
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

/** Index of the technical era: until 1995, 1996–2007, 2008–2015, since 2016. */
export function ageOf(generation: string): 0 | 1 | 2 | 3 {
  if (generation.includes('until')) return 0;
  if (generation.startsWith('1996')) return 1;
  return generation.startsWith('2008') ? 2 : 3;
}

type Peaks = { readonly hp: number; readonly torqueLbFt: number };

const newtonMetresPerLbFt = 1.3558179483314003;
export const isCharged = ({ aspiration }: EngineFacts): boolean => aspiration !== 'natural';

/** Whether there is a combustion engine to tune. */
export const isTunable = (engine: EngineFacts): boolean =>
  engine.aspiration !== 'electric' && engine.displacement_l !== null;

export type Figures = { readonly hp: number | null; readonly torqueLbFt: number | null };

/** The stated figure of a hybrid is often that of its combustion engine alone, so hybrids have none here. */
export function factoryFigures({ hybrid, power_hp, torque_nm }: EngineFacts): Figures {
  if (hybrid !== 'none') return { hp: null, torqueLbFt: null };
  return { hp: power_hp, torqueLbFt: torque_nm === null ? null : tenth(torque_nm / newtonMetresPerLbFt) };
}

/** Both figures, which a curve needs. */
export const peaksOf = ({ hp, torqueLbFt }: Figures): Peaks | null =>
  hp === null || torqueLbFt === null ? null : { hp, torqueLbFt };

export type PowerCurve = { rpm: number[]; hp: number[]; torque: number[] };
type CurveShape = { readonly charged: boolean; readonly isDiesel: boolean; readonly redlineRpm: number };

/** Power is torque times speed: the unit factor of horsepower, pound-feet and revolutions a minute. */
const lbFtRpmPerHp = 5252;
const stepRpm = 250;
/** The share of power left at the wheels, for engines that were not measured. */
export const wheelShare = 0.85;

/** The rev range of this type of engine; raised if its power would need more torque than it has. */
export function curveShape(engine: EngineFacts, stock: Peaks): CurveShape {
  const isDiesel = engine.fuel === 'diesel';
  const charged = isCharged(engine);
  const usual = isDiesel ? 4800 : charged ? 6500 : 6800;
  const needed = (stock.hp * lbFtRpmPerHp * 1.15) / stock.torqueLbFt;
  const redlineRpm = Math.ceil(Math.min(9500, Math.max(usual, needed)) / stepRpm) * stepRpm;
  return { charged, isDiesel, redlineRpm };
}

/** An estimated pull with exactly these peaks. */
export function powerCurve(peaks: Peaks, shape: CurveShape): PowerCurve {
  let wanted = peaks;
  let curve = drawCurve(wanted, shape);
  for (let round = 0; round < 12; round += 1) {
    const [hp, torque] = [Math.max(...curve.hp), Math.max(...curve.torque)];
    wanted = { hp: (wanted.hp * peaks.hp) / hp, torqueLbFt: (wanted.torqueLbFt * peaks.torqueLbFt) / torque };
    curve = drawCurve(wanted, shape);
  }
  return { rpm: curve.rpm, hp: curve.hp.map(tenth), torque: curve.torque.map(tenth) };
}

/** Torque rises, stays flat, then falls at constant power. */
function drawCurve({ hp, torqueLbFt }: Peaks, { charged, isDiesel, redlineRpm }: CurveShape): PowerCurve {
  const crossing = (hp * lbFtRpmPerHp) / torqueLbFt;
  const peakRpm = Math.min(redlineRpm * 0.92, Math.max(redlineRpm * 0.7, crossing * 1.05));
  const full = charged ? (isDiesel ? 1900 : 2500) : Math.min(redlineRpm * 0.55, crossing * 0.8);
  const curve: PowerCurve = { rpm: [], hp: [], torque: [] };
  for (let rpm = 1500; rpm <= redlineRpm; rpm += stepRpm) {
    const rise = charged
      ? 0.42 + 0.58 / (1 + Math.exp(-(rpm - full * 0.82) / 260))
      : 0.74 + 0.26 * Math.sin(Math.min(1, rpm / full) * (Math.PI / 2));
    const roll = rpm > peakRpm ? 1 - 0.28 * ((rpm - peakRpm) / (redlineRpm - peakRpm)) ** 2 : 1;
    const limited = ((hp * lbFtRpmPerHp) / rpm) * roll;
    const torque = ((torqueLbFt * rise) ** -10 + limited ** -10) ** -0.1;
    curve.rpm.push(rpm);
    curve.torque.push(torque);
    curve.hp.push((torque * rpm) / lbFtRpmPerHp);
  }
  return curve;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
export const atWheels = (values: readonly number[]) => values.map((value) => tenth(value * wheelShare));
