import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson, isSignedBy, type Receipt, readReceipt, type SignedReceipt, signedBytes } from './receipt.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const raw = Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));

const facts: Receipt = {
  version: 1,
  issuer: 'https://tuneport.test',
  request: 7,
  issued_at: '2026-02-03T04:05:06.000Z',
  original: { sha256: 'a'.repeat(64), size_bytes: 524_288 },
  delivered: { sha256: 'b'.repeat(64), size_bytes: 524_288 },
  tunes: ['Stage 1'],
  changed_bytes: 4012,
  key: 'k1',
};
const signed = (receipt: Receipt): SignedReceipt => ({
  ...receipt,
  signature: sign(null, signedBytes(receipt), privateKey).toString('base64url'),
});

test('equal facts serialize to equal bytes, whatever their order', () => {
  expect(canonicalJson({ b: [1, { d: 'é', c: null }], a: undefined })).toBe('{"b":[1,{"c":null,"d":"é"}]}');
  const turned = Object.fromEntries(Object.entries(facts).reverse()) as Receipt;
  expect(signedBytes(turned)).toEqual(signedBytes(facts));
});

test('a receipt verifies only with its signing key and unchanged facts', async () => {
  const receipt = signed(facts);
  expect(await isSignedBy(receipt, raw)).toBe(true);
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  expect(await isSignedBy(receipt, Uint8Array.from(other))).toBe(false);
  for (const change of [
    { request: 8 },
    { issuer: 'https://other.test' },
    { tunes: [] },
    { changed_bytes: 0 },
    { key: 'k2' },
  ])
    expect(await isSignedBy({ ...receipt, ...change }, raw)).toBe(false);
  expect(await isSignedBy({ ...receipt, delivered: { ...receipt.delivered, sha256: 'c'.repeat(64) } }, raw)).toBe(
    false,
  );
  expect(await isSignedBy(receipt, new Uint8Array(5))).toBe(false);
});

test('only the receipt format is parsed as one, and unsigned fields are dropped', () => {
  const receipt = signed(facts);
  expect(readReceipt(JSON.parse(JSON.stringify(receipt)))).toEqual(receipt);
  expect(readReceipt({ ...receipt, note: 'paid twice' })).toEqual(receipt);
  for (const wrong of [
    null,
    1,
    'x',
    [],
    {},
    { ...receipt, version: 2 },
    { ...receipt, signature: 'x' },
    { ...receipt, delivered: {} },
    { ...receipt, tunes: [1] },
  ])
    expect(readReceipt(wrong)).toBeNull();
});
