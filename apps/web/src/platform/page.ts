import type { RouteRow } from '../route-table.ts';

/** What the shell needs to know about the current page. */
export type PageInfo = {
  readonly id: string;
  readonly name: string | null;
  readonly title: string;
  readonly contactless: boolean;
  readonly backOffice: boolean;
  /** The URL is a secret. */
  readonly tokenLink: boolean;
  /** Search engines may index it. */
  readonly indexed: boolean;
};

/** Pages with the back-office menu, which use the full width. */
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
