import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import { isBackOffice } from './platform/page.ts';
import { type Layout, type RouteRow, routedRows, routerPattern } from './route-table.ts';

const fileOf = (row: RouteRow): string =>
  row.file ??
  (row.redirect === null
    ? 'shell/pages/NotBuilt.tsx'
    : row.marks.includes('tag-handler')
      ? 'shell/tag-link.tsx'
      : 'shell/redirect.tsx');

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

export default [
  {
    id: 'default',
    file: 'shell/frame/DefaultLayout.tsx',
    children: [
      ...inDefault.filter((row) => !inOffice(row)),
      { id: 'back-office', file: 'admin/AdminFrame.tsx', children: inDefault.filter(inOffice) },
    ],
  },
  { id: 'blank', file: 'shell/frame/BlankLayout.tsx', children: under('blank') },
] satisfies RouteConfig;
