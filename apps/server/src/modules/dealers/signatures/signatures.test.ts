import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formWith, smallPicture } from '../../../testing/partners.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let signer: Client;
let writer: Client;
beforeAll(async () => {
  server = await testServer();
  signer = await server.as({ flags: ['sig'] });
  writer = await server.as({ flags: ['dsig'] });
});
afterAll(() => server.close());

const record = async (
  client: Client,
  userId: number,
  fields: Record<string, string> = {},
  bytes?: Buffer,
): Promise<{
  status: number;
  body: { id: number; signature_file: string; signature_sha256: string; errors?: object };
}> =>
  client.request('POST', '/api/signature-authority', {
    ...formWith({ user_id: `${userId}`, legal_name: 'Robin A. North', how: 'drawn', ...fields }, [
      { field: 'signature_file', name: 's.png', bytes: bytes ?? (await smallPicture()) },
    ]),
  });

test('signature authority has a user, a legal name and a private signature file (C416 C417 C418 S149)', async () => {
  const { id: user_id } = await server.make.user();
  const made = await record(signer, user_id);
  expect([made.status, made.body]).toMatchObject([201, { user_id, legal_name: 'Robin A. North', how: 'drawn' }]);
  const list = (await signer.call('GET /signature-authority', { query: { search: 'Robin A.' } })).body;
  expect(list.data.map(({ id }) => id)).toContain(made.body.id);
  const shown = (await signer.call('GET /signature-authority/:id', { params: { id: made.body.id } })).body;
  expect(shown.signatures).toHaveLength(1);

  const file = await signer.request('GET', made.body.signature_file);
  expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'private, no-store',
  ]);
  expect(createHash('sha256').update(file.raw.rawPayload).digest('hex')).toBe(made.body.signature_sha256);
  expect((await (await server.as({})).request('GET', made.body.signature_file)).status).toBe(403);
  expect((await server.anonymous.request('GET', made.body.signature_file)).status).toBe(401);
  expect((await signer.call('GET /signature-authority/:id', { params: { id: 999_999 } })).status).toBe(404);
});

test('a signature needs a known user, a name and a picture, and a user has one authority', async () => {
  const { id } = await server.make.user();
  expect((await record(signer, id, {}, Buffer.from('<svg onload="x"/>'))).status).toBe(422);
  expect((await record(signer, id, { legal_name: '' })).status).toBe(422);
  expect((await record(signer, 999_999)).status).toBe(422);
  const race = await Promise.all(Array.from({ length: 4 }, () => record(signer, id)));
  expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
});

test('a new signature keeps the old one, and a withdrawn authority is not changed (C419 C420)', async () => {
  const { id: user_id } = await server.make.user();
  const made = (await record(signer, user_id)).body;
  const change = async (client: Client, fields: Record<string, string>, bytes?: Buffer) =>
    client.request('PATCH', `/api/signature-authority/${made.id}`, {
      ...formWith(fields, bytes ? [{ field: 'signature_file', name: 's.png', bytes }] : []),
    });
  expect((await change(signer, { legal_name: 'Robin North' })).status).toBe(403);
  expect((await change(writer, { legal_name: 'Robin North' })).status).toBe(200);
  expect((await change(writer, { how: 'uploaded' }, await smallPicture())).status).toBe(200);
  const shown = (await signer.call('GET /signature-authority/:id', { params: { id: made.id } })).body;
  expect(shown).toMatchObject({ legal_name: 'Robin North', how: 'uploaded' });
  expect(shown.signatures.map(({ how }) => how)).toEqual(['uploaded', 'drawn']);
  expect((await signer.request('GET', made.signature_file)).status).toBe(200);

  const revoke = (client: Client) => client.call('DELETE /signature-authority/:id', { params: { id: made.id } });
  expect([(await revoke(signer)).status, (await revoke(writer)).status, (await revoke(writer)).status]).toEqual([
    403, 204, 404,
  ]);
  expect((await change(writer, { legal_name: 'Late' })).status).toBe(409);
  expect((await record(signer, user_id)).status).toBe(201);
});
