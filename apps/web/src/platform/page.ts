import type { RouteRow } from '../route-table.ts';

/** What the shell needs to know about the current page. */
export type PageInfo = {
  readonly id: string;
  readonly name: string | null;
  readonly title: string;
  readonly contactless: boolean;
  /** The URL is a secret. */
  readonly tokenLink: boolean;
  /** Search engines may index it. */
  readonly indexed: boolean;
  /** Its text exists in every language; pages of the editors are in English. */
  readonly translated: boolean;
};

/** Pages in the frame of the back office. */
export const isBackOffice = (path: string): boolean => /^\/(admin|catalog-manage|developer)(\/|$)/.test(path);

/** Forms, steps of a purchase and pages of one person, which have little content. */
export const isShortPage = (path: string): boolean =>
  /^\/(auth|cart|checkout|garage|profile|purchase|tuning\/request|tuning-ticket|contact-us|receipt)(\/|$)/.test(path);

export function pageInfo(row: RouteRow): PageInfo {
  const tokenLink = row.marks.includes('token-link');
  const indexed = row.file !== null && row.guard === null && row.layout === 'default' && !tokenLink;
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    contactless: row.marks.includes('contactless'),
    tokenLink,
    indexed,
    translated: indexed && !/^(pages\/ContentPage|features\/content\/)/.test(row.file ?? ''),
  };
}
