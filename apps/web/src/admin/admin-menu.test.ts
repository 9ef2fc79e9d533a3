import { type ActorFacts, anonymous, type userFlags } from '@tuneport/domain/identity/permissions';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { routedRows, routerPattern, rowOfPattern } from '../route-table.ts';
import { activeEntry, adminMenu } from './admin-menu.ts';

const facts = (more: Partial<ActorFacts>): ActorFacts => ({ ...anonymous, signedIn: true, ...more });
const entries = (actorFacts: ActorFacts) => adminMenu(actorFacts).flatMap((group) => group.entries);

test('every back-office menu entry links to a guarded page of the route table', () => {
  const all = entries(facts({ role: 5 }));
  expect(all.length).toBeGreaterThan(25);
  for (const { to, also = [] } of all)
    for (const path of [to, ...also])
      expect(
        routedRows.some((row) => row.guard && matchPath(routerPattern(row), path)) || rowOfPattern(`${path}/:id`),
        path,
      ).toBeTruthy();
  expect(new Set(all.map(({ to }) => to)).size).toBe(all.length);
});

test('admins see every entry, a user without flags none (S323)', () => {
  expect(entries(facts({ role: 3 }))).toEqual(entries(facts({ role: 5 })));
  expect(entries(facts({ role: 0 }))).toEqual([]);
  expect(entries(facts({ role: 4 }))).toEqual([]);
  expect(entries(anonymous)).toEqual([]);
});

test('a flag shows the entries of its own pages and no others (S324)', () => {
  const shown = (flag: (typeof userFlags)[number]) => entries(facts({ flags: [flag] })).map(({ label }) => label);
  expect(shown('f')).toEqual(['Home', 'Orders']);
  expect(shown('tsa')).toEqual(['Home', 'Metrics']);
  expect(shown('da')).toEqual([
    'Home',
    'Approvals',
    'Credit deals',
    'Tune credits',
    'Credit codes',
    'Dealers',
    'Dealer tiers',
    'Dealer dashboard',
    'Applications',
  ]);
  const editor = ['Home', 'Makes', 'Browse vehicles', 'Engines', 'Transmissions', 'Tunes', 'Tune types'];
  const lists = ['Price tiers', 'Guides', 'Dyno files'];
  const checks = ['Duplicates', 'Imports', 'SEO', 'Kit builder', 'Catalogue health'];
  expect(shown('tcro')).toEqual([...editor, ...lists, ...checks]);
  expect(shown('tcrw')).toEqual([...editor, ...lists, 'Bulk actions', ...checks, 'Catalogue settings']);
  expect(shown('tex')).toEqual(['Home', 'Export transactions']);
  expect(shown('dsig')).toEqual(['Home', 'Signatures']);
  expect(shown('sig')).toEqual(['Home', 'Signatures']);
  expect(shown('tm')).toEqual(['Home', 'Tuners', 'Tuner brands']);
});

test('the back office has eight groups, and reports and settings at the foot', () => {
  const menu = adminMenu(facts({ role: 3 }));
  expect(menu.filter(({ foot }) => !foot).map(({ title }) => title)).toEqual([
    'Home',
    'Orders & payments',
    'Products & stock',
    'Tuning',
    'Catalogue',
    'Customers & partners',
    'Support',
    'Marketing & content',
  ]);
  expect(menu.filter(({ foot }) => foot).map(({ title }) => title)).toEqual(['Reports', 'Settings']);
});

test('the active entry is the longest one that covers the page, under either address of the catalogue', () => {
  const menu = adminMenu(facts({ role: 3 }));
  const label = (path: string) => activeEntry(menu, path)?.label;
  expect(label('/admin/transactions/12')).toBe('Transactions');
  expect(label('/admin/transactions-export')).toBe('Export transactions');
  expect(label('/admin/dealer/applications')).toBe('Applications');
  expect(label('/catalog-manage/engines/4')).toBe('Engines');
  expect(label('/admin/catalog/engines/4')).toBe('Engines');
  expect(label('/admin/catalog/home/audi')).toBe('Browse vehicles');
  expect(label('/admin/nothing')).toBeUndefined();
});
