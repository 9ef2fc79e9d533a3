import { expect, test } from 'vitest';
import { diffManifests, manifestWriter, operationsFor, type ToolManifest } from './tool-manifest.ts';

const capability = (operation: 'identify' | 'read' | 'write') =>
  ({ operation, connection: 'obd', protocols: ['uds-can'] }) as const;
const manifest: ToolManifest = {
  format: 1,
  tool: 'flashzilla-v3',
  firmware: '4.12.0',
  control_units: [
    { unit: 'ecu', family: 'MED17', fits: ['CCZ-B'], operations: [capability('identify'), capability('write')] },
    { unit: 'ecu', family: 'EDC16', fits: ['bkd'], operations: [capability('read')] },
    { unit: 'tcu', family: 'DQ250', operations: [capability('write')] },
  ],
};

test('a manifest writes the engines it fits, by letters and digits of code or slug, and no others', () => {
  const writes = manifestWriter(manifest);
  expect(writes('ecu', { code: 'cczb', slug: '2-0-tsi' })).toBe(true);
  expect(writes('ecu', { code: '', slug: 'cc-zb' })).toBe(true);
  expect(writes('ecu', { code: 'BKD', slug: '2-0-tdi' })).toBe(false);
  expect(writes('ecu', { code: '', slug: '' })).toBe(false);
  expect(writes('tcu', { code: 'anything', slug: 'dsg' })).toBe(true);
  expect(writes('awd', { code: 'CCZB', slug: 'dsg' })).toBe(false);
});

test('operations that are not offered have a reason', () => {
  const of = (code: string) => operationsFor(manifest, 'ecu', { code, slug: 'x' });
  expect(of('CCZB').find(({ operation }) => operation === 'write')).toMatchObject({
    reason: null,
    ways: [{ family: 'MED17', connection: 'obd', protocols: ['uds-can'] }],
  });
  expect(of('CCZB').find(({ operation }) => operation === 'log')?.reason).toBe('MED17 has no operation log.');
  expect(of('N54').find(({ operation }) => operation === 'write')?.reason).toBe(
    'No control unit of the kind ecu in the manifest fits N54 or x.',
  );
});

test('the difference names firmware, lists and operations, and nothing that stayed', () => {
  expect(diffManifests(manifest, manifest)).toEqual([]);
  const [first] = manifest.control_units;
  const next = {
    ...manifest,
    firmware: '4.13.0',
    control_units: first ? [{ ...first, fits: ['CCZB', 'CDAA'], operations: [capability('identify')] }] : [],
  };
  const changes = diffManifests(manifest, next);
  expect(changes).toContainEqual({ what: 'Firmware', before: '4.12.0', after: '4.13.0' });
  expect(changes).toContainEqual({ what: 'ECU MED17 write by obd', before: 'uds-can', after: null });
  expect(changes).toContainEqual({ what: 'ECU MED17 fits', before: 'CCZ-B', after: 'CCZB, CDAA' });
  expect(changes.map(({ what }) => what)).not.toContain('ECU MED17 identify by obd');
});
