import { expect, test } from 'vitest';
import { productJobs } from '../apps/server/src/areas.ts';
import { jobNames } from '../apps/web/src/admin/operations/job-names.ts';

test('the names of jobs belong to jobs of the product', () => {
  expect(productJobs.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(jobNames)));
});
