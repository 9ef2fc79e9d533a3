import type { TuneKind } from '../selection/tune-places.ts';

/** What a flashing tool can do, as its developer describes it. The contract has the schema (`ToolManifest`). */

export const manifestFormat = 1;
export const manifestUnits = ['ecu', 'tcu', 'awd'] as const satisfies readonly TuneKind[];
export const manifestOperations = ['identify', 'read', 'write', 'recover', 'log'] as const;
export type ManifestOperation = (typeof manifestOperations)[number];
export const manifestConnections = ['obd', 'bench', 'boot'] as const;
type ManifestConnection = (typeof manifestConnections)[number];

/** The connections each protocol is spoken over. */
export const protocolConnections = {
  'kwp2000-k-line': ['obd', 'bench'],
  'kwp2000-can': ['obd', 'bench'],
  'uds-can': ['obd', 'bench'],
  'uds-can-fd': ['obd', 'bench'],
  doip: ['obd', 'bench'],
  'boot-uart': ['boot'],
  'boot-can': ['boot'],
  bdm: ['boot'],
  jtag: ['boot'],
} as const satisfies Record<string, readonly ManifestConnection[]>;
type ManifestProtocol = keyof typeof protocolConnections;
export const manifestProtocols = Object.keys(protocolConnections) as [ManifestProtocol, ...ManifestProtocol[]];

type ManifestCapability = {
  readonly operation: ManifestOperation;
  readonly connection: ManifestConnection;
  readonly protocols: readonly ManifestProtocol[];
  readonly max_file_bytes?: number | undefined;
  readonly block_bytes?: number | undefined;
};
type ManifestControlUnit = {
  readonly unit: TuneKind;
  readonly family: string;
  /** Codes or slugs of engines (ecu) or transmissions (tcu, awd) in the catalogue; without it, all of them. */
  readonly fits?: readonly string[] | undefined;
  readonly operations: readonly ManifestCapability[];
};
export type ToolManifest = {
  readonly format: typeof manifestFormat;
  readonly tool: string;
  readonly firmware: string;
  readonly control_units: readonly ManifestControlUnit[];
};

/** An engine or transmission of the catalogue. */
type ManifestTarget = { readonly code: string; readonly slug: string };

/** Codes are compared by their letters and digits. `estimate/tool-restrictions.ts` does the same in SQL. */
const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

const namesOf = ({ code, slug }: ManifestTarget): string[] => [plain(code), plain(slug)].filter((name) => name !== '');

/** The control units of the manifest that are in this engine or transmission. */
function unitsFor(manifest: ToolManifest, unit: TuneKind, target: ManifestTarget): ManifestControlUnit[] {
  const names = namesOf(target);
  return manifest.control_units.filter(
    (one) => one.unit === unit && (!one.fits || one.fits.some((name) => names.includes(plain(name)))),
  );
}

/** What the tool writes, by kind: names of engines or transmissions, or '' for all. */
export function writtenNames(manifest: ToolManifest): Map<TuneKind, Set<string>> {
  const written = new Map<TuneKind, Set<string>>();
  for (const { unit, fits, operations } of manifest.control_units) {
    if (!operations.some(({ operation }) => operation === 'write')) continue;
    const names = written.get(unit) ?? new Set();
    for (const name of fits?.map(plain).filter((each) => each !== '') ?? ['']) names.add(name);
    written.set(unit, names);
  }
  return written;
}

/** Whether the tool may write, for many vehicles with one manifest. */
export function manifestWriter(manifest: ToolManifest): (unit: TuneKind, target: ManifestTarget) => boolean {
  const written = writtenNames(manifest);
  return (unit, target) => {
    const names = written.get(unit);
    return names !== undefined && ['', ...namesOf(target)].some((name) => names.has(name));
  };
}

type ManifestWay = Omit<ManifestCapability, 'operation'> & { readonly family: string };
type OperationCoverage = {
  readonly operation: ManifestOperation;
  readonly ways: readonly ManifestWay[];
  /** Why the operation is not offered. */
  readonly reason: string | null;
};

/** What the tool can do with one control unit of a vehicle, and why it cannot do the rest. */
export function operationsFor(manifest: ToolManifest, unit: TuneKind, target: ManifestTarget): OperationCoverage[] {
  const matching = unitsFor(manifest, unit, target);
  const names = [target.code, target.slug].filter((name) => name !== '').join(' or ');
  return manifestOperations.map((operation) => {
    const ways = matching.flatMap(({ family, operations }) =>
      operations.filter((one) => one.operation === operation).map(({ operation: _, ...way }) => ({ family, ...way })),
    );
    const reason =
      ways.length > 0
        ? null
        : matching.length === 0
          ? `No control unit of the kind ${unit} in the manifest fits ${names}.`
          : `${matching.map(({ family }) => family).join(', ')} has no operation ${operation}.`;
    return { operation, ways, reason };
  });
}

type ManifestChange = { readonly what: string; readonly before: string | null; readonly after: string | null };

/** What changed between two manifests, one line for each control unit's list and each of its operations. */
export function diffManifests(before: ToolManifest | null, after: ToolManifest): ManifestChange[] {
  const [old, now] = [before ? linesOf(before) : new Map<string, string>(), linesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((what) => {
    const change = { what, before: old.get(what) ?? null, after: now.get(what) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

function linesOf(manifest: ToolManifest): Map<string, string> {
  const lines = new Map([['Firmware', manifest.firmware]]);
  for (const { unit, family, fits, operations } of manifest.control_units) {
    const name = `${unit.toUpperCase()} ${family}`;
    lines.set(`${name} fits`, fits ? [...fits].sort().join(', ') : 'all');
    for (const { operation, connection, protocols, max_file_bytes, block_bytes } of operations) {
      const limits = [
        ...(max_file_bytes === undefined ? [] : [`at most ${max_file_bytes} bytes`]),
        ...(block_bytes === undefined ? [] : [`blocks of ${block_bytes} bytes`]),
      ];
      lines.set(`${name} ${operation} by ${connection}`, [[...protocols].sort().join(', '), ...limits].join('; '));
    }
  }
  return lines;
}
