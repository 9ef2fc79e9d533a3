import { expect, test } from 'vitest';
import { rowOfPattern } from '../route-table.ts';
import { isBackOffice, pageInfo } from './page.ts';

test('back-office detection matches its paths, not paths with the same prefix', () => {
  for (const path of ['/admin', '/admin/users', '/catalog-manage', '/catalog-manage/engines', '/developer'])
    expect(isBackOffice(path), path).toBe(true);
  for (const path of ['/', '/catalog', '/administrators', '/developers', '/profile'])
    expect(isBackOffice(path), path).toBe(false);
});

test('a back-office page is as wide as the window, a public one is not', () => {
  const info = (pattern: string) => {
    const row = rowOfPattern(pattern);
    if (!row) throw new Error(`no row ${pattern}`);
    return pageInfo(row);
  };
  expect(info('/admin/users').backOffice).toBe(true);
  expect(info('/').backOffice).toBe(false);
});
