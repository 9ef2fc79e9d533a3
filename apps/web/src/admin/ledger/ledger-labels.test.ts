import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { routedRows, routerPattern } from '../../route-table.ts';
import { subjectPage } from '../record/subject.ts';
import { kindName, ownerName, unitName } from './ledger-labels.ts';

test('owners, units and kinds have labels', () => {
  expect([ownerName('house'), ownerName('dealer:7'), ownerName('odd')]).toEqual(['Platform', 'Dealer 7', 'odd']);
  expect([unitName('USD'), unitName('cr.ecu')]).toEqual(['USD', 'ECU credits']);
  expect(kindName('order.captured')).toBe('Order captured');
});

test('a record with a page is linked to it, and the page exists', () => {
  const routes = routedRows.map((row) => ({ id: row.id, path: routerPattern(row) }));
  for (const subject of [
    'dealer:7',
    'user:7',
    'tuner:7',
    'value-transfer:7',
    'transaction:7',
    'mail:7',
    'tuner-brand:7',
    'catalog-tunes:7',
    'catalog-engines:7',
    'catalog-transmissions:7',
  ]) {
    const id = matchRoutes(routes, subjectPage(subject) ?? '')?.at(-1)?.route.id;
    expect([subject, id !== undefined && id !== 'R001']).toEqual([subject, true]);
  }
  expect([subjectPage('bench:1'), subjectPage('dealer:x'), subjectPage('javascript:1')]).toEqual([null, null, null]);
});
