import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { permissionGrants } from '@tuneport/domain/identity/permissions';
import { withoutSecrets } from '@tuneport/domain/site/page-view';
import { isSecretName, tokenLinkPaths } from '@tuneport/domain/site/secret-paths';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type RouteRow, routedRows, routerPattern, routeTable, rowOfPattern } from './route-table.ts';
import routes from './routes.ts';

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')
    .trimEnd()
    .split('\n');

// The specification's route list in its own terms; the route table uses ours.
const [head = '', ...lines] = read('./route-table.expected.tsv');
const columns = head.split('\t');
type Expected = Record<'id' | 'path' | 'samples' | 'kind' | 'redirect' | 'access' | 'marks', string>;
const expected = lines.map(
  (line) => Object.fromEntries(line.split('\t').map((cell, at) => [columns[at], cell])) as Expected,
);
const listOf = (cell: string): string[] => (cell === '-' ? [] : cell.split(','));
const rowById = new Map(routeTable.map((row) => [row.id, row]));

/** The guard in terms of the list: a permission is expanded to the roles and flags that grant it. */
function accessLabels(row: RouteRow): string[] {
  if (row.guard === null) return ['anon'];
  return row.guard
    .flatMap((rule) => {
      const grant = rule in permissionGrants ? permissionGrants[rule as keyof typeof permissionGrants] : null;
      // Suspended tuners count as tuners: they can still read their earnings.
      if (!grant) return [rule === 'tuner-account' ? 'tuner' : rule];
      return [...(grant.admin ? ['admin'] : []), ...grant.flags.map((flag) => `flag:${flag}`)];
    })
    .sort();
}

function markLabels(row: RouteRow): string[] {
  const words: string[] = row.marks.map((mark) => (mark === 'numeric-id' ? 'id:numeric' : mark));
  if (row.guard !== null) words.push('guarded');
  if (row.name !== null) words.push(`named:${row.name}`);
  if (row.kind === 'print') words.push('blank-layout');
  if (row.kind === 'static') words.push('shared-page');
  if (row.path === '*') words.push('catch-all');
  if (row.hiddenWhen) words.push('feature-flag:hidden-when-set');
  if (row.shownWhen) words.push('feature-flag:shown-when-on');
  if (row.vehicle && row.redirect === null) words.push('year:Series|number');
  return words.sort();
}

/** Not specified by the list and decided by us: the URLs of a log and of an invitation are secrets. */
const decidedMarks: Readonly<Record<string, readonly string[]>> = { R111: ['token-link'], R135: ['token-link'] };

describe('the route table against the specification', () => {
  test('has every row of the specification, and additional pages under X', () => {
    const ours = routeTable.filter((row) => !rowById.has(row.id) || !expected.some(({ id }) => id === row.id));
    expect(routeTable.filter((row) => row.id.startsWith('R')).length).toBe(275);
    expect(expected.map(({ id }) => id).filter((id) => !rowById.has(id))).toEqual([]);
    expect(ours.every((row) => /^X\d{2,3}$/.test(row.id))).toBe(true);
    expect(new Set(routeTable.map((row) => row.id)).size).toBe(routeTable.length);
  });

  test.each(expected)('$id has its path, kind, target, layout, guard and marks', (want) => {
    const row = rowById.get(want.id) as RouteRow;
    expect(row.path).toBe(want.path);
    expect(row.kind).toBe(want.kind === 'blank-layout' ? 'page' : want.kind);
    expect(row.redirect ?? '-').toBe(want.redirect);
    const blank = want.kind === 'blank-layout' || want.kind === 'print';
    expect(row.layout).toBe(blank ? 'blank' : 'default');
    expect(accessLabels(row)).toEqual(listOf(want.access).sort());
    // These marks describe how the list was made, not how a page behaves.
    const marks = [...listOf(want.marks), ...(decidedMarks[want.id] ?? [])].filter(
      (mark) => mark !== 'proposed' && mark !== 'lazy',
    );
    expect(markLabels(row)).toEqual(marks.sort());
  });

  const list = fileURLToPath(new URL('../../../../shared/spec/routes.tsv', import.meta.url));
  test.runIf(existsSync(list))('the copied list matches the specification', () => {
    const [first = '', ...rest] = readFileSync(list, 'utf8').trimEnd().split('\n');
    const at = columns.map((column) => first.split('\t').indexOf(column));
    expect(lines).toEqual(rest.map((line) => at.map((index) => line.split('\t')[index]).join('\t')));
  });
});

describe('layouts', () => {
  test('there are exactly two: default and blank (S032)', () => {
    expect([...new Set(routeTable.map((row) => row.layout))].sort()).toEqual(['blank', 'default']);
    expect(routes.map((layout) => layout.id)).toEqual(['default', 'blank']);
  });

  test('a row without a layout name uses the default one, a row with one uses that (S034 S035)', () => {
    // A frame inside a layout, such as that of the back office, may contain further rows.
    const within = (entries: readonly RouteConfigEntry[] = []): string[] =>
      entries.flatMap(({ id = '', children }) => [id, ...within(children)]);
    const [plain, bare] = routes.map((layout) => new Set(within(layout.children)));
    expect(plain?.has('R217') && plain.has('R042')).toBe(true);
    expect(bare?.has('R006') && bare.has('R243')).toBe(true);
    expect(routedRows.every((row) => row.vehicle || (row.layout === 'blank' ? bare : plain)?.has(row.id))).toBe(true);
  });
});

const matchable = routedRows
  .filter((row) => !(row.vehicle && row.redirect))
  .map((row) => ({ id: row.id, path: routerPattern(row) }));
const matched = (path: string) => matchRoutes(matchable, path)?.at(-1)?.route.id;

describe('matching a URL to a row', () => {
  test.each(expected.filter(({ samples, id }) => samples !== '-' && id !== 'R001'))(
    '$id matches its samples',
    (want) => {
      // The add-on-tunes redirect is handled by its vehicle path.
      const id = want.id === 'R041' ? 'R064' : want.id;
      for (const sample of want.samples.split(' ')) expect(matched(sample)).toBe(id);
    },
  );

  test('/dealer/signature-authority takes precedence over a dealer of that name (R040)', () => {
    expect(matched('/dealer/signature-authority')).toBe('R040');
    expect(matched('/dealer/north-bay')).toBe('R118');
  });

  test('/fz does not match paths below it (R017)', () => {
    expect([matched('/fz'), matched('/fz/guide'), matched('/fz/rescue')]).toEqual(['R017', 'R249', 'R250']);
  });

  test('everything else is the not-found page (R001)', () => {
    for (const path of ['/no-such-page', '/catalog-manage/tune-type-groups', '/admin/nothing', '/a/b/c/d']) {
      expect(matched(path)).toBe('R001');
    }
  });

  test('a router pattern finds its row with and without the leading slash', () => {
    expect(rowOfPattern('admin/dealers/:id')?.id).toBe('R156');
    expect(rowOfPattern('/')?.id).toBe('R217');
    expect(rowOfPattern('catalog/*')?.id).toBe('R064');
    expect(rowOfPattern('/no/such')).toBeUndefined();
  });
});

test('the pages specified without a path have one each, and none is public by accident (R258)', () => {
  const filled = [
    '/developer',
    '/admin/tune-requests',
    '/admin/tickets',
    '/admin/blog-posts',
    '/admin/pages',
    '/admin/alerts',
  ];
  const more = [
    '/admin/beta-programs',
    '/admin/trade-in-requests',
    '/admin/rescue-sessions',
    '/admin/settings',
    '/admin/users',
  ];
  for (const path of [...filled, ...more]) {
    const row = rowOfPattern(path);
    expect(row?.path, path).toBe(path);
    expect(row?.guard, path).toBeTruthy();
  }
  expect(routedRows.some((row) => row.path === '?')).toBe(false);
});

describe('token links', () => {
  const marked = routeTable.filter((row) => row.marks.includes('token-link'));

  test('are marked wherever a parameter is named like a secret and no login guards the page', () => {
    const secret = (row: RouteRow) =>
      row.path.split('/').some((part) => part.startsWith(':') && isSecretName(part.slice(1)));
    const open = routeTable.filter((row) => row.guard === null && secret(row));
    expect(open.filter((row) => !marked.includes(row)).map(({ path }) => path)).toEqual([]);
  });

  test('are exactly the paths redacted in metrics, logs and referrers', () => {
    expect(marked.map(({ path }) => path).sort()).toEqual([...tokenLinkPaths].sort());
  });

  test.each(marked.map(({ path }) => path))('%s is stored without its secret', (path) => {
    const secret = 'S3cret-Canary_0123456789';
    const names = [...path.matchAll(/:([a-z]+)/g)].map(([, name = '']) => name);
    const secrets = names.some(isSecretName) ? names.filter(isSecretName) : names.slice(-1);
    const one = path.replace(/:([a-z]+)/g, (_, name: string) => (secrets.includes(name) ? secret : '1'));
    expect(withoutSecrets(`${one}?token=${secret}#${secret}`)).toMatch(/\/-(\/|$)/);
    for (const variant of [one, `${one}/`, one.toUpperCase(), one.replace('/', '//'), `${one}.data`, encodeURI(one)])
      expect(withoutSecrets(variant).toLowerCase()).not.toContain(secret.toLowerCase());
  });
});
