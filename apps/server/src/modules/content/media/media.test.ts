import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { form } from '../../../testing/tuning.ts';
import { loadStarterPages } from '../index.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  await loadStarterPages(server.db, new Date(Date.now() - 60_000));
});
afterAll(() => server.close());

const png = () =>
  sharp({ create: { width: 1000, height: 500, channels: 3, background: '#0e1216' } })
    .png()
    .toBuffer();

async function upload(alt = '') {
  const { body, headers } = form({ alt }, { name: 'curve.png', bytes: await png() });
  const reply = await admin.request('POST', '/api/v1/admin/media', { body, headers });
  expect(reply.status).toBe(201);
  return reply.body as unknown as {
    id: number;
    alt: string;
    sizes: { width: number; url: string }[];
    updated_at: string;
  };
}
const saveImage = async (id: number) => {
  const params = { slug: 'tesla' };
  const page = await admin.call('GET /v1/admin/pages/:slug', { params });
  return admin.call('PUT /v1/admin/pages/:slug/draft', {
    params,
    body: { title: 'Tesla', blocks: [{ kind: 'image', media_id: id, caption: '' }] },
    readAt: page.body.updated_at,
  });
};

test('an uploaded picture is re-encoded in several widths under immutable public URLs', async () => {
  const { id, sizes } = await upload('A curve');
  expect(sizes.map(({ width }) => width)).toEqual([400, 800, 1000]);
  const { raw, status } = await server.anonymous.request('GET', sizes[0]?.url ?? '');
  expect(status).toBe(200);
  expect(raw.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 400 });
  expect((await server.anonymous.request('GET', `/api/media/${id}/401`)).status).toBe(404);
});

test('a picture cannot be used before it has alt text', async () => {
  const picture = await upload();
  const refused = await saveImage(picture.id);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('Add alt text');
  const described = await admin.call('PATCH /v1/admin/media/:id', {
    params: { id: picture.id },
    body: { alt: 'Power curve of a Model 3', focal_x: 20 },
    readAt: picture.updated_at,
  });
  expect(described.body).toMatchObject({ alt: 'Power curve of a Model 3', focal_x: 20, focal_y: 50 });
  expect((await saveImage(picture.id)).status).toBe(200);
});

test('a used picture names its uses and is deleted only when nothing uses it', async () => {
  const { id } = await upload('Used');
  expect((await saveImage(id)).status).toBe(200);
  const { body } = await admin.call('GET /v1/admin/media/:id', { params: { id } });
  expect(body.uses).toEqual([{ subject: 'page:tesla', label: '/tesla', to: '/admin/pages/tesla' }]);
  const remove = () => admin.call('DELETE /v1/admin/media/:id', { params: { id } });
  expect((await remove()).status).toBe(409);
  await admin.call('DELETE /v1/admin/pages/:slug/draft', { params: { slug: 'tesla' } });
  expect((await remove()).status).toBe(204);
  const left = await server.db
    .selectFrom('stored_files')
    .select('id')
    .where('belongs_to', '=', `media:${id}`)
    .execute();
  expect(left).toEqual([]);
});

test('a picture inside of rich text counts as used', async () => {
  const { id, sizes } = await upload('Inside');
  const bio = await admin.call('PUT /v1/admin/bio/:slug', { params: { slug: 'ann' }, body: { name: 'Ann', text: '' } });
  const made = await admin.call('POST /v1/admin/blog-posts', {
    body: {
      title: 'Pictures',
      author_id: bio.body.id,
      text: `<p>x</p><img src="${sizes[0]?.url}" alt="Inside" onerror="x">`,
    },
  });
  expect(made.body.text).toBe(`<p>x</p><img src="${sizes[0]?.url}" alt="Inside" loading="lazy" />`);
  const { body } = await admin.call('GET /v1/admin/media/:id', { params: { id } });
  expect(body.uses).toMatchObject([{ label: 'Pictures' }]);
  await admin.call('DELETE /v1/admin/blog-posts/:id', { params: { id: made.body.id } });
  expect((await admin.call('DELETE /v1/admin/media/:id', { params: { id } })).status).toBe(204);
});

test.each(['text/html', 'image/svg+xml'])('a file of type %s is refused as a picture', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const { body, headers } = form({}, { name: 'x.png', bytes });
  expect((await admin.request('POST', '/api/v1/admin/media', { body, headers })).status).toBe(422);
});
