import { msg, t } from '../text/text.ts';
import { add, divide, isLess, multiply, parseDecimal, type Rational, rational, subtract } from './rational.ts';

/** `factor` and `offset` lead to the base unit of the quantity; `inverse` units fall when the quantity rises (L/100 km). */
export type Unit = {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly factor: Rational;
  readonly offset?: Rational;
  readonly inverse?: true;
};
export type Quantity = {
  readonly id: string;
  readonly name: string;
  readonly units: readonly Unit[];
  /** What the page shows first. */
  readonly sample: { readonly value: string; readonly from: string; readonly to: string };
};

const exactly = (text: string): Rational => {
  const value = parseDecimal(text);
  if (!value) throw new RangeError(`not a decimal: ${text}`);
  return value;
};
const one = rational(1n);
const times = (...factors: readonly string[]): Rational => factors.map(exactly).reduce(multiply, one);
const unit = (
  id: string,
  symbol: string,
  name: string,
  factor: Rational,
  more: Pick<Unit, 'offset' | 'inverse'> = {},
): Unit => ({
  id,
  symbol,
  name,
  factor,
  ...more,
});

// International definitions; every one is exact.
const foot = '0.3048';
const pound = '0.45359237';
const gravity = '9.80665';
const mile = '1.609344';
const usGallon = '3.785411784';
const imperialGallon = '4.54609';
const poundFoot = times(foot, pound, gravity);

export const quantities: readonly Quantity[] = [
  {
    id: 'power',
    name: msg('Power'),
    units: [
      unit('hp', 'hp', msg('Horsepower'), multiply(poundFoot, exactly('550'))),
      unit('kw', 'kW', msg('Kilowatt'), exactly('1000')),
      unit('ps', 'PS', msg('Metric horsepower'), times('75', gravity)),
      unit('w', 'W', msg('Watt'), one),
    ],
    sample: { value: '300', from: 'hp', to: 'kw' },
  },
  {
    id: 'torque',
    name: msg('Torque'),
    units: [
      unit('lb-ft', 'lb-ft', msg('Pound-foot'), poundFoot),
      unit('nm', 'Nm', msg('Newton metre'), one),
      unit('kgf-m', 'kgf·m', msg('Kilogram-force metre'), exactly(gravity)),
      unit('lb-in', 'lb-in', msg('Pound-inch'), divide(poundFoot, exactly('12'))),
    ],
    sample: { value: '280', from: 'lb-ft', to: 'nm' },
  },
  {
    id: 'pressure',
    name: msg('Pressure'),
    units: [
      unit('psi', 'psi', msg('Pound per square inch'), divide(times(pound, gravity), times('0.0254', '0.0254'))),
      unit('bar', 'bar', msg('Bar'), exactly('100000')),
      unit('kpa', 'kPa', msg('Kilopascal'), exactly('1000')),
      unit('mbar', 'mbar', msg('Millibar (hPa)'), exactly('100')),
      unit('inhg', 'inHg', msg('Inch of mercury'), exactly('3386.389')),
      unit('atm', 'atm', msg('Standard atmosphere'), exactly('101325')),
    ],
    sample: { value: '22', from: 'psi', to: 'bar' },
  },
  {
    id: 'fuel',
    name: msg('Fuel economy'),
    units: [
      unit('mpg-us', 'mpg (US)', msg('Miles per US gallon'), divide(exactly(mile), exactly(usGallon))),
      unit('mpg-imp', 'mpg (imp.)', msg('Miles per imperial gallon'), divide(exactly(mile), exactly(imperialGallon))),
      unit('l-100km', 'L/100 km', msg('Litres per 100 kilometres'), exactly('100'), { inverse: true }),
      unit('km-l', 'km/L', msg('Kilometres per litre'), one),
    ],
    sample: { value: '30', from: 'mpg-us', to: 'l-100km' },
  },
  {
    id: 'temperature',
    name: msg('Temperature'),
    units: [
      unit('f', '°F', msg('Fahrenheit'), rational(5n, 9n), { offset: exactly('459.67') }),
      unit('c', '°C', msg('Celsius'), one, { offset: exactly('273.15') }),
      unit('k', 'K', msg('Kelvin'), one),
    ],
    sample: { value: '212', from: 'f', to: 'c' },
  },
  {
    id: 'speed',
    name: msg('Speed'),
    units: [
      unit('mph', 'mph', msg('Miles per hour'), divide(times(mile, '1000'), exactly('3600'))),
      unit('km-h', 'km/h', msg('Kilometres per hour'), rational(1000n, 3600n)),
      unit('m-s', 'm/s', msg('Metres per second'), one),
      unit('ft-s', 'ft/s', msg('Feet per second'), exactly(foot)),
      unit('kn', 'kn', msg('Knot'), rational(1852n, 3600n)),
    ],
    sample: { value: '155', from: 'mph', to: 'km-h' },
  },
  {
    id: 'mass',
    name: msg('Mass'),
    units: [
      unit('lb', 'lb', msg('Pound'), exactly(pound)),
      unit('kg', 'kg', msg('Kilogram'), one),
      unit('g', 'g', msg('Gram'), exactly('0.001')),
      unit('oz', 'oz', msg('Ounce'), divide(exactly(pound), exactly('16'))),
      unit('t', 't', msg('Tonne'), exactly('1000')),
    ],
    sample: { value: '3300', from: 'lb', to: 'kg' },
  },
  {
    id: 'volume',
    name: msg('Volume'),
    units: [
      unit('l', 'L', msg('Litre'), one),
      unit('cc', 'cc', msg('Cubic centimetre (mL)'), exactly('0.001')),
      unit('in3', 'cu in', msg('Cubic inch'), exactly('0.016387064')),
      unit('gal-us', 'gal (US)', msg('US gallon'), exactly(usGallon)),
      unit('gal-imp', 'gal (imp.)', msg('Imperial gallon'), exactly(imperialGallon)),
      unit('qt-us', 'qt (US)', msg('US quart'), divide(exactly(usGallon), exactly('4'))),
      unit('fl-oz-us', 'fl oz (US)', msg('US fluid ounce'), divide(exactly(usGallon), exactly('128'))),
    ],
    sample: { value: '5', from: 'l', to: 'in3' },
  },
];

export const findUnit = (quantity: Quantity, id: string | null): Unit | undefined =>
  quantity.units.find((unit) => unit.id === id);

/** Reads 1,234.5, 1.234,5 and 1.5 and, where a comma can only be the decimal sign, 1,5. Null for anything else. */
export function readAmount(text: string): Rational | null {
  const bare = text
    .trim()
    .replace(/[\s\u00a0\u202f_']/g, '')
    .replace(/^\u2212/, '-');
  if (bare.length > 40) return null;
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare);
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d*$/.test(bare)) return parseDecimal(bare.replaceAll('.', '').replace(',', '.'));
  return parseDecimal(grouped ? bare.replaceAll(',', '') : bare.replace(/^([^,.]*),([^,.]*)$/, '$1.$2'));
}

/** Why a value cannot be converted; null if it can. */
export function amountProblem(quantity: Quantity, from: Unit, value: Rational): string | null {
  const zero = rational(0n);
  if (quantity.id === 'fuel' && !isLess(zero, value)) return t('Enter a number greater than zero.');
  if (quantity.id === 'temperature' && isLess(toBase(from, value), zero)) return t('This is below absolute zero.');
  return null;
}

function toBase({ factor, offset, inverse }: Unit, value: Rational): Rational {
  if (inverse) return divide(factor, value);
  return multiply(offset ? add(value, offset) : value, factor);
}

/** Exact: no rounding happens on the way, so converting back returns the same value. */
export function convert(value: Rational, from: Unit, to: Unit): Rational {
  const base = toBase(from, value);
  if (to.inverse) return divide(to.factor, base);
  const scaled = divide(base, to.factor);
  return to.offset ? subtract(scaled, to.offset) : scaled;
}
