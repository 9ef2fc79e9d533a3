import { expect, test } from 'vitest';
import { carrierOf, openPieces, piecesMinor, trackingUrl } from './shipments.ts';

test('a carrier is recognized by the format of its tracking numbers', () => {
  expect(['1Z 999AA1 01 2345 6784', '7035 1140 4761 2340', 'RN123456789CA', 'JFV269453480'].map(carrierOf)).toEqual([
    'ups',
    'canada-post',
    'canada-post',
    'purolator',
  ]);
  expect(['T-1', '', '12'].map(carrierOf)).toEqual(['other', 'other', 'other']);
});

test('a tracking link contains the encoded number, and unknown carriers have none', () => {
  expect(trackingUrl('ups', '1Z 999AA1')).toBe('https://www.ups.com/track?tracknum=1Z999AA1');
  expect(trackingUrl('fedex', '12&x=<script>')).toBe('https://www.fedex.com/fedextrack/?trknbr=12%26X%3D%3CSCRIPT%3E');
  expect([trackingUrl('other', '1Z'), trackingUrl('ups', '')]).toEqual([null, null]);
});

test('the shipped parts of a line sum to the line, however it is split', () => {
  const line = { quantity: 3, shipped: 0, cancelled: 0, netMinor: 1_000n };
  const parts = [
    piecesMinor(line, 1),
    piecesMinor({ ...line, shipped: 1 }, 1),
    piecesMinor({ ...line, shipped: 2 }, 1),
  ];
  expect(parts).toEqual([333n, 333n, 334n]);
  expect(piecesMinor({ ...line, shipped: 1, cancelled: 1 }, 1)).toBe(334n);
  expect(openPieces({ quantity: 3, shipped: 1, cancelled: 1 })).toBe(1);
});
