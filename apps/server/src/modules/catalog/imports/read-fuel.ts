import type { fuels } from '@tuneport/contract/catalog/vehicle-shapes';
import { folded } from '@tuneport/domain/site/slug';

type Fuel = (typeof fuels)[number];

// Words in the languages of known tables, matched in lower case without accents.
const words = {
  hydrogen: /hydrogen|fuel cell|fcv|wasserstoff|водород|氢/,
  electric: /electri|elektr|elettric|\bb?ev\b|электр|电动|純電|纯电|電気|전기/,
  diesel: /diesel|tdi|\bcdi\b|gazole|gasoil|gas-oil|gasoleo|gasolio|olej napedowy|дизел|柴油|軽油|ディーセル|디젤|경유/,
  flex: /e85|flex|ethanol|etanol|ffv|\balcool\b/,
  cng: /cng|natural gas|erdgas|\bgnv\b|\bgnc\b|metano?\b|methane|метан|天然气/,
  lpg: /lpg|propane|autogas|\bgpl\b|\bglp\b|пропан|液化/,
  petrol:
    /petrol|gasoline|gasolina|premium|regular|midgrade|unleaded|benzin|benzyn|bencina|essence|\bsuper\b|\bgas\b|бензин|汽油|カソリン|휘발유|가솔린/,
  hybrid: /hybrid|hibrid|ibrid|гибрид|混合|混动|ハイフリット|하이브리드|\bp?hev\b/,
} as const;

export const saysHybrid = (text: string): boolean => words.hybrid.test(folded(text));

/** Registers use single letters. E is ethanol in an engine with a displacement, and electric in one without. */
function byLetter(letter: string, displacement: number | null): Fuel | null {
  switch (letter) {
    case 'x':
    case 'z':
    case 'p':
    case 'g':
      return 'petrol';
    case 'd':
      return 'diesel';
    case 'e':
      return displacement === null ? 'electric' : 'flex';
    case 'b':
      return displacement === null ? 'electric' : 'petrol';
    case 'n':
      return 'cng';
    default:
      return null;
  }
}

/** The fuel according to the columns, or else the label. */
export function fuelOf(columns: string, label: string, displacement: number | null): Fuel {
  const fuelText = folded(columns).trim();
  const letter = byLetter(fuelText, displacement);
  if (letter) return letter;
  if (words.hydrogen.test(fuelText)) return 'hydrogen';
  const burns = words.petrol.test(fuelText) || /diesel|e85/.test(fuelText);
  if (!burns && displacement === null && words.electric.test(fuelText) && !words.hybrid.test(fuelText))
    return 'electric';
  if (words.diesel.test(fuelText)) return 'diesel';
  if (words.flex.test(fuelText)) return 'flex';
  if (words.cng.test(fuelText)) return 'cng';
  if (words.lpg.test(fuelText)) return 'lpg';
  if (burns || words.electric.test(fuelText)) return 'petrol';
  const all = folded(`${columns} ${label}`);
  if (/\b(?:tdi|hdi|dci|cdti|tdci|crdi|jtdm?)\b/.test(all) || words.diesel.test(all)) return 'diesel';
  // A hybrid without a stated fuel burns petrol.
  if (words.hybrid.test(fuelText)) return 'petrol';
  if (fuelText === '' && displacement === null && /electric|elektro|электро/.test(all)) return 'electric';
  return fuelText === '' || /^(?:unknown|n\/?a|none|null|[-–?]+)$/.test(fuelText) ? 'petrol' : 'other';
}
