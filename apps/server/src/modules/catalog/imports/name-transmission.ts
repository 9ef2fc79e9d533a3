import type { transmissionKinds } from '@tuneport/contract/catalog/vehicle-shapes';
import { slugOf } from '@tuneport/domain/site/slug';
import { capitalized } from '@tuneport/domain/text/capitalized';
import { isUnsaid } from './read-measures.ts';

export type NamedTransmission = {
  readonly name: string;
  readonly slug: string;
  readonly kind: (typeof transmissionKinds)[number];
  readonly gears: number | null;
  readonly awd: boolean;
};

const kindLabels = {
  manual: 'manual',
  automatic: 'automatic',
  'dual-clutch': 'dual-clutch',
  cvt: 'CVT',
  direct: 'direct drive',
} as const;
// Brand names of dual-clutch transmissions that drivers use and search for.
const platformAccountNames: Readonly<Record<string, string>> = {
  volkswagen: 'DSG',
  audi: 'S tronic',
  porsche: 'PDK',
  hyundai: 'DCT',
  kia: 'DCT',
  bmw: 'DCT',
  mini: 'DCT',
};

const isAllWheel = (drive: string): boolean =>
  /all[- ]?wheel|4[- ]?wheel|four[- ]?wheel|\b(awd|4wd|4x4|quattro|allrad)\b/i.test(drive);

/** Parses "Automatic (AM-S6)", "M5", "6-speed manual" and similar; null if empty. */
export function nameTransmission(text: string, make: string, drive: string): NamedTransmission | null {
  if (isUnsaid(text)) return null;
  const awd = isAllWheel(drive);
  const kind = kindOf(text);
  const gears = gearsOf(text, kind);
  const word = (kind === 'dual-clutch' && platformAccountNames[make.toLowerCase()]) || kindLabels[kind];
  const gearbox = kind === 'direct' ? 'Direct drive' : gears === null ? capitalized(word) : `${gears}-speed ${word}`;
  const name = awd ? `${gearbox}, AWD` : gearbox;
  return { name, slug: slugOf(name), kind, gears, awd };
}

function kindOf(text: string): NamedTransmission['kind'] {
  if (/\(A1\)|single[- ]speed|1[- ]speed|direct|^e-?cvt1$/i.test(text)) return 'direct';
  if (/\(AM|dual|dct|dsg|pdk|s[- ]?tronic|automated[- ]manual|twin[- ]clutch|double[- ]clutch|робот|^D\d/i.test(text))
    return 'dual-clutch';
  if (/variable|cvt|\(AV|continuously|вариатор/i.test(text)) return 'cvt';
  if (/auto/i.test(text)) return 'automatic';
  if (/manu[ae]l|schalt|handgesch|механи|мкпп|手动|수동|^M\d?$|^M\d|(?<!\p{L})m\/?t(?!\p{L})/iu.test(text))
    return 'manual';
  return 'automatic';
}

function gearsOf(text: string, kind: NamedTransmission['kind']): number | null {
  if (kind === 'direct') return null;
  const digits = /(\d{1,2})/.exec(text)?.[1];
  const gears = digits === undefined ? null : Number(digits);
  return gears !== null && gears >= 2 && gears <= 18 ? gears : null;
}
