import { expect, test } from 'vitest';
import { isBackOffice } from './page.ts';

test('back-office detection matches its paths, not paths with the same prefix', () => {
  for (const path of ['/admin', '/admin/users', '/catalog-manage', '/catalog-manage/engines', '/developer'])
    expect(isBackOffice(path), path).toBe(true);
  for (const path of ['/', '/catalog', '/administrators', '/developers', '/profile'])
    expect(isBackOffice(path), path).toBe(false);
});
