import type { Identified } from './found.ts';

/** Models by the first three characters of a Volkswagen Group part number, with a year they were built. */
const groupModels: Readonly<Record<string, readonly string[]>> = {
  '06A': ['volkswagen golf 2003', 'volkswagen jetta 2003', 'audi tt 2003', 'volkswagen new beetle 2003'],
  '06F': ['volkswagen gti 2008', 'volkswagen jetta 2008', 'audi a3 2008'],
  '06H': ['audi a4 2011', 'audi a5 2011', 'audi q5 2011'],
  '06J': ['volkswagen gti 2011', 'volkswagen jetta 2011', 'audi a3 2011'],
  '06K': ['volkswagen gti 2016', 'volkswagen golf r 2016', 'audi s3 2016'],
  '1J0': ['volkswagen golf 2003', 'volkswagen jetta 2003'],
  '1K0': ['volkswagen gti 2008', 'volkswagen jetta 2008'],
  '3B0': ['volkswagen passat 2003'],
  '3C0': ['volkswagen passat 2008'],
  '4B0': ['audi a6 2001', 'audi allroad quattro 2001'],
  '4F0': ['audi a6 2008'],
  '4G0': ['audi a6 2014', 'audi a7 2014'],
  '4Z7': ['audi allroad quattro 2002'],
  '5G0': ['volkswagen golf 2016', 'volkswagen golf r 2016'],
  '7L0': ['volkswagen touareg 2006'],
  '8D0': ['audi a4 2000', 'volkswagen passat 2000', 'audi s4 2001'],
  '8E0': ['audi a4 2004', 'audi s4 2004'],
  '8J0': ['audi tt 2010'],
  '8K0': ['audi a4 2012', 'audi s4 2012'],
  '8L0': ['audi a3 2003'],
  '8N0': ['audi tt 2003'],
  '8P0': ['audi a3 2008'],
  '8V0': ['audi a3 2016', 'audi s3 2016'],
};

type VehicleHints = {
  /** The engine and control unit in short: "1.8T, ME7.5". Empty when neither is known. */
  readonly summary: string;
  /** Displacement in litres as in the name of an engine: "1.8". */
  readonly litres: string | null;
  /** Texts for the search of the catalogue, likeliest first. */
  readonly searches: readonly string[];
};

/** What a file says about its vehicle, for suggestions. A person confirms them; nothing is matched by this alone. */
export function vehicleHints({
  engine,
  family,
  partNumbers,
}: Pick<Identified, 'engine' | 'family' | 'partNumbers'>): VehicleHints {
  const [, litres = null] = /(\d\.\d)\s*l/i.exec(engine?.value ?? '') ?? [];
  const isTurbo = /\dVT\b|turbo|\bT\b/i.test(engine?.value ?? '');
  const models = new Set(
    partNumbers.flatMap(
      ({ value }) =>
        groupModels[
          value
            .replace(/[^0-9A-Za-z]/g, '')
            .slice(0, 3)
            .toUpperCase()
        ] ?? [],
    ),
  );
  const size = litres === null ? '' : ` ${litres}${isTurbo ? ' turbo' : ''}`;
  return {
    summary: [litres === null ? '' : `${litres}${isTurbo ? 'T' : ' l'}`, family?.value ?? '']
      .filter(Boolean)
      .join(', '),
    litres,
    searches: [...models].slice(0, 4).map((model) => model + size),
  };
}
