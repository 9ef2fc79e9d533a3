import { userFlags } from '@tuneport/domain/identity/permissions';
import { expect, test } from 'vitest';
import { grantOf, rightsFields, shownRights } from './user-rights.ts';

const user = { role: 0 as const, f: ['t' as const, 'da' as const], updated_at: '2026-11-15T10:00:00.000Z' };

test('the twelve flags are twelve switches with readable labels (R275)', () => {
  const switches = rightsFields.filter(({ kind }) => kind === 'switch');
  expect(switches).toHaveLength(userFlags.length);
  expect(switches.map(({ label }) => label)).not.toContain('tcrw');
  expect(switches.every(({ label, hint }) => label.length > 3 && hint !== undefined)).toBe(true);
});

test('only changed rights are sent (R275)', () => {
  const { values } = shownRights(user);
  expect(grantOf(values, values)).toEqual({});
  expect(grantOf(values, { ...values, role: '3' })).toEqual({ role: 3 });
  expect(grantOf(values, { ...values, 'f.t': false, 'f.sig': true })).toEqual({ f: ['da', 'sig'] });
});

test('an invalid role is not sent (R275)', () => {
  const { values } = shownRights(user);
  expect(grantOf(values, { ...values, role: '4.5' })).toEqual({});
});
