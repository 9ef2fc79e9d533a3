import { expect, test } from 'vitest';
import { invoicePath, requestPath } from './request-path.ts';

test('staff open a request and its tabs in the back office, customers and tuners on its own pages', () => {
  expect(requestPath({ id: 7, as: 'staff' })).toBe('/admin/tune-requests/7');
  expect(requestPath({ id: 7, as: 'staff' }, 'files')).toBe('/admin/tune-requests/7?tab=files');
  expect(requestPath({ id: 7, as: 'customer' }, 'files')).toBe('/tuning/request/7/files');
  expect(requestPath({ id: 7, as: 'tuner' })).toBe('/tuning/request/7/status');
});

test('the invoice is linked for its customer and staff once it is paid, and not for guests and tuners (R103)', () => {
  const total = { amount: '10.00', currency: 'CAD' };
  const purchase = { id: 3, number: 'TN-000003', state: 'delivered', total, paid: total, back: null } as const;
  expect(invoicePath({ as: 'customer', purchase }, false)).toBe('/profile/purchases/3/snapshot');
  expect(invoicePath({ as: 'staff', purchase }, false)).toBe('/profile/purchases/3/snapshot');
  expect(invoicePath({ as: 'tuner', purchase }, false)).toBeNull();
  expect(invoicePath({ as: 'customer', purchase }, true)).toBeNull();
  expect(invoicePath({ as: 'customer', purchase: { ...purchase, paid: null } }, false)).toBeNull();
  expect(invoicePath({ as: 'customer', purchase: null }, false)).toBeNull();
});
