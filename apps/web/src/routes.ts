import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import { isBackOffice } from './platform/page.ts';
import { type Layout, type RouteRow, routedRows, routerPattern, unknownOfficePaths } from './route-table.ts';

/** A row without a page of its own redirects. */
const fileOf = (row: RouteRow): string =>
  row.file ?? (row.marks.includes('tag-handler') ? 'shell/tag-link.tsx' : 'shell/redirect.tsx');

function entry(row: RouteRow): RouteConfigEntry {
  const file = fileOf(row);
  if (row.path === '/') return { id: row.id, index: true, file };
  return { id: row.id, path: routerPattern(row).replace(/^\//, ''), file };
}

const under = (layout: Layout): RouteConfigEntry[] =>
  // The add-on-tunes row has the pattern of the vehicle path, whose module handles the redirect.
  routedRows.filter((row) => row.layout === layout && !(row.vehicle && row.redirect)).map(entry);

const inOffice = ({ path = '' }: RouteConfigEntry) => isBackOffice(`/${path}`);
const inDefault = under('default');
// An unknown page of the back office keeps its frame.
const missing = unknownOfficePaths.map((path) => ({
  id: `missing${path.replaceAll(/[/*]+/g, '-')}`,
  path: path.slice(1),
  file: 'admin/frame/MissingPage.tsx',
}));

export default [
  {
    id: 'default',
    file: 'shell/frame/DefaultLayout.tsx',
    children: [
      ...inDefault.filter((row) => !inOffice(row)),
      { id: 'back-office', file: 'admin/frame/AdminFrame.tsx', children: [...inDefault.filter(inOffice), ...missing] },
    ],
  },
  { id: 'blank', file: 'shell/frame/BlankLayout.tsx', children: under('blank') },
] satisfies RouteConfig;
