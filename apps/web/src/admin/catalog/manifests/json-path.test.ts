import { expect, test } from 'vitest';
import { jsonPath } from './json-path.ts';

test('a field path is shown as JSON path', () => {
  expect(jsonPath('')).toBe('$');
  expect(jsonPath('control_units.0.operations.12.protocols.1')).toBe('$.control_units[0].operations[12].protocols[1]');
  expect(jsonPath('tool')).toBe('$.tool');
});
