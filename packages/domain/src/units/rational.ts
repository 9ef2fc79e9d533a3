/** A fraction in lowest terms with a positive denominator: arithmetic without rounding. */
export type Rational = { readonly n: bigint; readonly d: bigint };

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

export function rational(n: bigint, d = 1n): Rational {
  if (d === 0n) throw new RangeError('division by zero');
  const sign = d < 0n ? -1n : 1n;
  const common = gcd(n < 0n ? -n : n, d * sign) || 1n;
  return { n: (sign * n) / common, d: (sign * d) / common };
}

/** The exact value of a decimal such as 0.45359237; null if it is not one. */
export function parseDecimal(text: string): Rational | null {
  const match = /^([+-]?)(\d{0,30})(?:\.(\d{0,30}))?$/.exec(text);
  const [, sign = '', whole = '', part = ''] = match ?? [];
  if (!match || whole + part === '') return null;
  const value = rational(BigInt(whole + part), 10n ** BigInt(part.length));
  return sign === '-' ? { n: -value.n, d: value.d } : value;
}

export const add = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtract = (a: Rational, b: Rational): Rational => rational(a.n * b.d - b.n * a.d, a.d * b.d);
export const multiply = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
export const isLess = (a: Rational, b: Rational): boolean => a.n * b.d < b.n * a.d;

export type DecimalText = { readonly text: string; readonly exact: boolean };

/** The value with at most `digits` significant digits, rounded half away from zero, without trailing zeros. */
export function decimalText({ n, d }: Rational, digits = 10): DecimalText {
  if (n === 0n) return { text: '0', exact: true };
  const positive = n < 0n ? -n : n;
  // The place of the first significant digit, so that the scaled value has `digits` digits before the point.
  let exponent = positive.toString().length - d.toString().length;
  const scaled = (at: number) =>
    (at >= 0 ? [positive, d * 10n ** BigInt(at)] : [positive * 10n ** BigInt(-at), d]) as [bigint, bigint];
  const [top, bottom] = scaled(exponent);
  if (top < bottom) exponent -= 1;
  const [over, under] = scaled(exponent - digits + 1);
  const whole = over / under;
  const rest = over % under;
  const rounded = rest * 2n >= under ? whole + 1n : whole;
  const text = placed(rounded, exponent - digits + 1);
  return { text: n < 0n ? `-${text}` : text, exact: rest === 0n };
}

/** An integer times a power of ten, in plain notation. */
function placed(value: bigint, power: number): string {
  if (power >= 0) return (value * 10n ** BigInt(power)).toString();
  const padded = value.toString().padStart(-power + 1, '0');
  const whole = padded.slice(0, power);
  const part = padded.slice(power).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}
