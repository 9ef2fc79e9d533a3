import { readFileSync } from 'node:fs';
import { identityKey } from '@tuneport/domain/site/slug';

/** The common name of a vehicle. Trims and body are attributes, not parts of the name. */
export type DisplayName = {
  readonly make: string;
  readonly family: string;
  readonly model: string;
  readonly trims: readonly string[];
  readonly bodies: readonly string[];
};

type Prominence = 'popular' | 'listed' | 'hidden';

function rowsOf(name: string): string[][] {
  const text = readFileSync(new URL(`../../../../data/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

const keyOf = (make: string, model: string) => `${identityKey(make)}\t${identityKey(model)}`;
const listOf = (cell = '') => (cell === '' ? [] : cell.split('|'));

let names: Map<string, DisplayName> | null = null;
let prominences: Map<string, Prominence> | null = null;

/** The bundled table, loaded once per process. */
function readNames(): Map<string, DisplayName> {
  names ??= new Map(
    rowsOf('model-names.tsv').map(
      ([sourceMake = '', sourceModel = '', make = '', family = '', model = '', trims, bodies]) => [
        keyOf(sourceMake, sourceModel),
        { make, family, model, trims: listOf(trims), bodies: listOf(bodies) },
      ],
    ),
  );
  return names;
}

/** The display name of a make and model as spelled in a table. Names missing from the bundled table stay unchanged. */
export const displayName = (make: string, family: string, model: string): DisplayName =>
  readNames().get(keyOf(make, model)) ?? { make, family, model, trims: [], bodies: [] };

let makeNames: Map<string, Set<string>> | null = null;

/** The display name of a make whose models all map to a single other make: "McLaren Automotive" is McLaren. */
export function displayMake(make: string): string {
  if (!makeNames) {
    makeNames = new Map();
    for (const [key, name] of readNames()) {
      const source = key.split('\t')[0] ?? '';
      makeNames.set(source, (makeNames.get(source) ?? new Set()).add(name.make));
    }
  }
  const [name = make, ...others] = makeNames.get(identityKey(make)) ?? [];
  return others.length > 0 || identityKey(name) === identityKey(make) ? make : name;
}

export function prominenceOf(make: string): Prominence {
  prominences ??= new Map(
    rowsOf('makes.tsv').map(([name = '', prominence]) => [identityKey(name), prominence as Prominence]),
  );
  return prominences.get(identityKey(make)) ?? 'listed';
}
