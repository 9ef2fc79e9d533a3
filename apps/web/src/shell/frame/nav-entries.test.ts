import { expect, test } from 'vitest';
import type { UiState } from '../../platform/ui-state.ts';
import { accountEntries, adminEntries, footerGroups, memberEntries } from './nav-entries.ts';

type User = NonNullable<UiState['user']>;

function ui(user: Partial<User> | null, more: Partial<UiState> = {}, flags: Record<string, boolean> = {}): UiState {
  const whole = user && {
    id: 1,
    name: 'A',
    email: 'a@b.c',
    email_confirmed: true,
    pending_email: null,
    role: 0,
    f: [],
    preferred_display_currency: null,
    language: null,
    ...user,
  };
  return {
    user: whole,
    dealer: null,
    tuner: null,
    affiliate: null,
    settings: { flags },
    ...more,
  } as unknown as UiState;
}
const labels = (entries: readonly { label: string }[]) => entries.map((entry) => entry.label);
const dealer = {
  id: 1,
  slug: 'north-bay',
  name: 'North Bay',
  kind: 'member',
  preferred_display_currency: null,
} as const;

test('admins see the admin entry; dealers, whose role number is higher, do not (S319)', () => {
  expect(labels(memberEntries(ui({ role: 3 })))).toEqual(['Admin']);
  expect(labels(memberEntries(ui({ role: 5 })))).toEqual(['Admin']);
  for (const role of [0, 4] as const) expect(memberEntries(ui({ role }))).toEqual([]);
  expect(memberEntries(ui(null))).toEqual([]);
});

test('tool developers see the developer entry; others do not (S320)', () => {
  expect(labels(memberEntries(ui({ f: ['fzd'] })))).toEqual(['Developer']);
  expect(memberEntries(ui({ f: ['t', 'ct', 'da'] }))).toEqual([]);
});

test('members see their dealer and tuner (S321 S322)', () => {
  expect(memberEntries(ui({ role: 4 }, { dealer }))).toEqual([{ label: 'Dealer', to: '/dealer/north-bay' }]);
  const tuner = { id: 7, slug: 'x', name: 'X' };
  expect(memberEntries(ui({}, { tuner }))).toEqual([{ label: 'Tuner', to: '/tuner/7' }]);
});

test('the back-office entries follow role and flags, each once (S323 S324)', () => {
  expect(adminEntries(ui({ role: 0, f: ['da', 'tcro', 'tcrw'] })).map((entry) => entry.to)).toEqual([
    '/admin/dealer',
    '/catalog-manage',
  ]);
  expect(adminEntries(ui({ role: 3 })).length).toBeGreaterThan(7);
  expect(labels(adminEntries(ui({ f: ['t', 'ct'] })))).toEqual(['Tune catalogue']);
  expect(adminEntries(ui({}))).toEqual([]);
});

test('the two ticket settings show Tickets in the footer and in the drop-down (S437 S438)', () => {
  const inFooter = (state: UiState) => footerGroups(state).some((group) => labels(group.entries).includes('Tickets'));
  expect(inFooter(ui(null, {}, { tickets_nav_f: true }))).toBe(true);
  expect(inFooter(ui(null, {}, { tickets_nav_dd: true }))).toBe(false);
  expect(labels(accountEntries(ui({}, {}, { tickets_nav_dd: true })))).toContain('Tickets');
  expect(labels(accountEntries(ui({}, {}, { tickets_nav_f: true })))).not.toContain('Tickets');
});
