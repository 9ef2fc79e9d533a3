// Figures as tables write them: with or without a unit, with a point or a comma, alone or within text.

const emptyMarks =
  /^(?:n\.?\/?a\.?n?|none|null|nan|nil|unknown|other|not (?:available|applicable|known|on offer)|tbd|tba|[-–—?.*]+)$/i;
export const isUnsaid = (text: string): boolean => text === '' || emptyMarks.test(text);

/**
 * "1,968", "1 968" and "1.968" are thousands if one to three digits are followed by three; anything else is a decimal.
 */
function decimalOf(cell: string): number {
  if (/^\d{1,3}(?:[ ,]\d{3})+$/.test(cell)) return Number(cell.replace(/[ ,]/g, ''));
  return Number(cell.replace(',', '.'));
}

const plainNumber = String.raw`\d{1,3}(?:[ ,]\d{3})+|\d+(?:[.,]\d+)?`;

type Unit = { readonly beside: RegExp; readonly anywhere: RegExp; readonly factor: number };
const unit = (word: string, factor: number): Unit => ({
  beside: new RegExp(String.raw`(${plainNumber})\s*(?:${word})(?![\p{L}\d])`, 'iu'),
  anywhere: new RegExp(String.raw`(?<![\p{L}])(?:${word})(?![\p{L}])`, 'iu'),
  factor,
});
const firstNumber = new RegExp(plainNumber);

/** The figure in the first known unit, or else the first figure in the unit of the column. */
function measureIn(text: string, units: readonly Unit[], otherwise: number): number | null {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * otherwise;
  const found = units
    .flatMap(({ beside, factor }) => {
      const match = beside.exec(text);
      return match ? [{ at: match.index, value: decimalOf(match[1] ?? '') * factor }] : [];
    })
    .sort((a, b) => a.at - b.at)[0];
  if (found) return found.value;
  const figure = firstNumber.exec(text)?.[0];
  if (figure === undefined) return null;
  // "12.7@ 2,700 (kgm@ rpm)" has its unit after the engine speed.
  const namedUnit = units.find(({ anywhere }) => anywhere.test(text));
  return decimalOf(figure) * (namedUnit?.factor ?? otherwise);
}

const powerUnits: readonly Unit[] = [
  unit('[bw]?hp|horsepower', 1),
  unit('ps|cv|ch|pk|hk|к\\.?с\\.?|л\\.?\\s?с\\.?|马力|馬力|匹', 0.98632),
  unit('kw|квт|千瓦', 1.34102),
];
export const powerFactors = { hp: 1, ps: 0.98632, kw: 1.34102 } as const;

const torqueUnits: readonly Unit[] = [
  unit('n[.·\\s-]?m|нм|牛米', 1),
  unit('lbs?[.·\\s/-]*f(?:oo)?t|f(?:oo)?t[.·\\s/-]*lbs?|pound[- ]feet', 1.35582),
  unit('m?kgf?[.·\\s-]?m|mkg', 9.80665),
];
export const torqueFactors = { nm: 1, lbft: 1.35582 } as const;

const sensible = (value: number | null, highest: number): number | null =>
  value !== null && Number.isFinite(value) && value > 0 && value < highest ? Math.round(value * 10) / 10 : null;

/** Parses horsepower; the factor is that of the column's unit. */
export const powerIn = (text: string, factor: number): number | null =>
  isUnsaid(text) ? null : sensible(measureIn(text, powerUnits, factor), 5000);

/** Parses newton metres. */
export const torqueIn = (text: string, factor: number): number | null =>
  isUnsaid(text) ? null : sensible(measureIn(text, torqueUnits, factor), 5000);

/** Parses a plain number, with or without the word for what it counts; 'bad' if it is not a number. */
function numberOf(text: string): number | 'bad' | null {
  if (isUnsaid(text)) return null;
  const match =
    /^(\d{1,3}[ .,]\d{3}|\d{1,6}(?:[.,]\d{1,4})?)\s*(?:l|lt|litres?|liters?|litros?|л|cc|c\.c\.|cm3|cm³|см3|см³|ccm|cyl|cylinders)?\.?$/i.exec(
      text,
    );
  if (!match) return 'bad';
  // "1,968 cc" is thousands, and so is "1,968" below ten litres: no engine is specified to the millilitre.
  const cell = match[1] ?? '';
  return Number(/^\d{1,3}[ ,]\d{3}$/.test(cell) ? cell.replace(/[ ,]/, '') : cell.replace(',', '.'));
}

const litresPerCubicInch = 0.016387;
const cubicInches = /^(\d{2,4}(?:[.,]\d+)?)\s*(?:cid|ci|c\.i\.d?\.?|cu\.?\s?in\.?|cubic inch(?:es)?|in3|in³)$/i;

/** Litres, whatever unit the column claims: no engine has 40 litres, and none as little as 40 cm³. */
export function litresOf(litresText: string, ccText: string, cylinders: number | null): number | 'bad' | null {
  for (const cell of [litresText, ccText]) {
    const inches = cubicInches.exec(cell)?.[1];
    if (inches !== undefined) return decimalOf(inches) * litresPerCubicInch;
    const value = numberOf(cell);
    if (value === 'bad') return 'bad';
    if (value === null || value === 0) continue;
    if (value <= 40) return value;
    // 307 for eight cylinders must be cubic inches: no engine has cylinders of 38 cm³.
    return cylinders !== null && cylinders >= 3 && value / cylinders < 90 ? value * litresPerCubicInch : value / 1000;
  }
  return null;
}

const numberWords = ['', 'one', 'two', 'three', 'four', 'five', 'six', '', 'eight', '', 'ten', '', 'twelve'];

/** "4", "four", "V6", "inline 4", "4 cyl"; a rotary engine has none. */
export function cylindersOf(text: string): number | 'bad' | null {
  const word = numberWords.indexOf(text.toLowerCase());
  if (text !== '' && word > 0) return word;
  if (/rotor|rotar|wankel/i.test(text)) return null;
  const arranged = /^(?:inline|in-line|straight|flat|boxer|[vilrhwfb])[\s-]?(\d{1,2})$/i.exec(text)?.[1];
  const value = arranged === undefined ? numberOf(text) : Number(arranged);
  if (value === null || value === 0) return null;
  return value === 'bad' || !Number.isInteger(value) || value > 64 ? 'bad' : value;
}

// Extracts values from an engine name where no column has them: "2.0 TSI 310hp DSG".

const ccInLabel = /(?<![\d.,])(\d{3,4})\s*(?:cc|ccm|cm3|cm³|см3|см³)(?![\p{L}\d])/iu;
const litresInLabel = /(?<![\d.,])(\d[.,]\d{1,2})(?![\d.,])(?!\s*(?:kwh?|hp|ps|%|m\b|кВт))/i;
const powerInLabel = /(?<![\d.,])\d{2,4}(?:[.,]\d)?\s*(?:hp|bhp|ps|cv|ch|pk|kw|л\.?\s?с)(?![\p{L}\d])/iu;
const gearboxInLabel =
  /(?<![\p{L}\d])(?:\d{1,2}[\s-]?(?:speed|spd|gang)\s\p{L}+|\d{1,2}[\s-]?(?:mt|at|dct|dsg|cvt)|dsg\d?|s[- ]?tronic|tiptronic|steptronic|pdk|cvt|dct|xtronic|multitronic|manual|automatic)(?![\p{L}\d])/iu;

export function litresInText(label: string): number | null {
  const cc = ccInLabel.exec(label)?.[1];
  const litres = litresInLabel.exec(label)?.[1];
  const size = cc !== undefined ? Number(cc) / 1000 : litres === undefined ? null : decimalOf(litres);
  return size !== null && size >= 0.4 && size < 10 ? size : null;
}

export const powerInText = (label: string): number | null =>
  powerIn(powerInLabel.exec(label)?.[0] ?? '', powerFactors.hp);

export const gearboxInText = (label: string): string => gearboxInLabel.exec(label)?.[0] ?? '';
