import type { fuels } from '@tuneport/contract/catalog/catalog';
import { folded } from '@tuneport/domain/site/slug';

export type Fuel = (typeof fuels)[number];

// Words in the languages tables come in. They are looked for in small letters without accents.
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

/** Registers shorten it to a letter. E is ethanol in an engine that has a displacement, and a motor in one that has none. */
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

/** Whether nothing is burnt, as far as the columns tell. */
export function fuelOf(columns: string, label: string, displacement: number | null): Fuel {
  const said = folded(columns).trim();
  const letter = byLetter(said, displacement);
  if (letter) return letter;
  if (words.hydrogen.test(said)) return 'hydrogen';
  const burns = words.petrol.test(said) || /diesel|e85/.test(said);
  if (!burns && displacement === null && words.electric.test(said) && !words.hybrid.test(said)) return 'electric';
  if (words.diesel.test(said)) return 'diesel';
  if (words.flex.test(said)) return 'flex';
  if (words.cng.test(said)) return 'cng';
  if (words.lpg.test(said)) return 'lpg';
  if (burns || words.electric.test(said)) return 'petrol';
  const all = folded(`${columns} ${label}`);
  if (/\b(?:tdi|hdi|dci|cdti|tdci|crdi|jtdm?)\b/.test(all) || words.diesel.test(all)) return 'diesel';
  // A hybrid whose fuel nobody names burns petrol.
  if (words.hybrid.test(said)) return 'petrol';
  if (said === '' && displacement === null && /electric|elektro|электро/.test(all)) return 'electric';
  return said === '' || /^(?:unknown|n\/?a|none|null|[-–?]+)$/.test(said) ? 'petrol' : 'other';
}
