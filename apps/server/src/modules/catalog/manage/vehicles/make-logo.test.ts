import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cachesRefreshed, catalogFactories } from '../../../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../../testing/server.ts';

let server: TestServer;
let editor: Client;
let makeId: number;
beforeAll(async () => {
  server = await testServer();
  editor = await server.as({ flags: ['ct'] });
  makeId = (await catalogFactories(server.db).vehicle({ make: 'Alpha' })).make.id;
});
afterAll(() => server.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 10, alpha: 0.5 } } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .png()
    .toBuffer();

function send(bytes: Buffer, name = 'logo.png', client = editor) {
  const boundary = 'logo-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  return client.request('POST', `/api/v1/admin/ecu/makes/${makeId}/logo`, {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}
const listed = async () => {
  await cachesRefreshed(server);
  return (await server.anonymous.call('GET /v1/catalog/makes')).body[0]?.logo_url ?? null;
};

test('a logo is re-encoded, shown with its make, replaced under a new URL and removed', async () => {
  expect(await listed()).toBeNull();
  expect((await send(await picture(600, 200))).status).toBe(200);
  const first = (await listed()) ?? '';
  const sent = await server.app.inject({ method: 'GET', url: first });
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/webp']);
  const meta = await sharp(sent.rawPayload).metadata();
  expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['webp', 192, 192, undefined]);

  expect((await send(await picture(64, 64))).status).toBe(200);
  const second = (await listed()) ?? '';
  expect(second).not.toBe(first);
  expect((await server.app.inject({ method: 'GET', url: first })).statusCode).toBe(404);
  const remove = { params: { id: makeId } };
  expect((await editor.call('DELETE /v1/admin/ecu/makes/:id/logo', remove)).status).toBe(204);
  expect(await listed()).toBeNull();
  expect((await editor.call('DELETE /v1/admin/ecu/makes/:id/logo', remove)).status).toBe(404);
});

test('SVG, too small, too large and non-image files are refused at the file field, and other files are not served as logos', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const [bytes, reason] of [
    [svg, 'SVG is not supported'],
    [await picture(10, 400), 'at least 24 pixels'],
    [await picture(5010, 5010), '25 million pixels'],
    [Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200)]), 'could not read this image'],
  ] as const) {
    expect((await send(bytes)).body).toMatchObject({ errors: { file: [expect.stringContaining(reason)] } });
  }
  expect(await listed()).toBeNull();
  const other = await server.db
    .insertInto('stored_files')
    .values({ sha256: Buffer.alloc(32), size_bytes: 1n, name: 'x', media_type: 'text/plain' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const url = `/api/v1/catalog/make-logos/${other.id}`;
  expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(404);
});
