import type { RouteRow } from '../route-table.ts';

/** What the shell needs to know of the page on screen. */
export type PageInfo = {
  readonly id: string;
  readonly name: string | null;
  readonly title: string;
  readonly contactless: boolean;
  readonly backOffice: boolean;
  /** The address is a secret. */
  readonly tokenLink: boolean;
  /** Search engines may keep it. */
  readonly indexed: boolean;
};

/** Pages with the menu of the back office beside them, which are as wide as the window. */
export const isBackOffice = (path: string): boolean => /^\/(admin|catalog-manage|developer)(\/|$)/.test(path);

export function pageInfo(row: RouteRow): PageInfo {
  const tokenLink = row.marks.includes('token-link');
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    contactless: row.marks.includes('contactless'),
    backOffice: row.layout === 'default' && isBackOffice(row.path),
    tokenLink,
    indexed: row.file !== null && row.guard === null && row.layout === 'default' && !tokenLink,
  };
}
