import { expect, test } from 'vitest';
import { requestPath } from './request-path.ts';

test('staff open a request and its tabs in the back office, customers and tuners on its own pages', () => {
  expect(requestPath({ id: 7, as: 'staff' })).toBe('/admin/tune-requests/7');
  expect(requestPath({ id: 7, as: 'staff' }, 'files')).toBe('/admin/tune-requests/7?tab=files');
  expect(requestPath({ id: 7, as: 'customer' }, 'files')).toBe('/tuning/request/7/files');
  expect(requestPath({ id: 7, as: 'tuner' })).toBe('/tuning/request/7/status');
});
