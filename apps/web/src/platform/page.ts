import type { RouteRow } from '../route-table.ts';

/** What the shell needs to know of the page on screen. */
export type PageInfo = {
  readonly id: string;
  readonly name: string | null;
  readonly title: string;
  readonly contactless: boolean;
  /** Search engines may keep it. */
  readonly indexed: boolean;
};

export function pageInfo(row: RouteRow): PageInfo {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    contactless: row.marks.includes('contactless'),
    indexed: row.file !== null && row.guard === null && row.layout === 'default' && !row.marks.includes('token-link'),
  };
}
