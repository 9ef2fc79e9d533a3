import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { sendCard } from './sharing-card.ts';

let server: TestServer;
let admin: Client;
let dealer: Client;
let author = 0;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  dealer = await server.as({ role: 4 });
  const bio = await admin.call('PUT /v1/admin/bio/:slug', {
    params: { slug: 'jane-doe' },
    body: { name: 'Jane Doe', text: '<p>Reads logs.</p><script>alert(1)</script>' },
  });
  author = bio.body.id;
});
afterAll(() => server.close());

const past = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const post = (fields: object) =>
  admin.call('POST /v1/admin/blog-posts', {
    body: { title: 'Post', text: '<p>Text.</p>', author_id: author, publish_at: past(5), ...fields },
  });
const list = (client: Client, query: object = {}) => client.call('GET /blog-posts', { query });
const titles = async (client: Client, query: object = {}) =>
  (await list(client, query)).body.data.map(({ title }) => title);

test('blog post is created, changed and deleted by staff, with one of the five tags (C341, C342, C343, S188, R264, R265, R266)', async () => {
  expect((await post({ tags: ['Turbo'] })).status).toBe(422);
  expect((await post({ text: '<script>x</script>' })).status).toBe(422);
  expect((await post({ author_id: 99_999 })).status).toBe(422);
  const body = { title: 'x', text: 'x', author_id: author };
  expect((await dealer.call('POST /v1/admin/blog-posts', { body })).status).toBe(403);
  const made = await post({ title: 'Five tags', tags: ['Home', 'Products', 'Vehicles', 'News', 'Dealer'] });
  expect(made).toMatchObject({ status: 201, body: { slug: 'five-tags', state: 'published' } });
  const params = { id: made.body.id };
  const changed = await admin.call('PATCH /v1/admin/blog-posts/:id', {
    params,
    body: { tags: ['News'], publish_at: null },
    readAt: made.body.updated_at,
  });
  expect(changed.body).toMatchObject({ tags: ['News'], state: 'draft' });
  expect((await server.anonymous.call('GET /blog-posts/:id', { params })).status).toBe(404);
  expect((await admin.call('DELETE /v1/admin/blog-posts/:id', { params })).status).toBe(204);
  expect((await admin.call('GET /v1/admin/blog-posts/:id', { params })).status).toBe(404);
});

test('published posts are listed by tag and author, newest first; drafts and scheduled posts are not (C339, C340, S021, R253, R254, R255, S101)', async () => {
  const other = await admin.call('PUT /v1/admin/bio/:slug', {
    params: { slug: 'max-roe' },
    body: { name: 'Max', text: '' },
  });
  await post({ title: 'Older', publish_at: past(60), tags: ['Vehicles'] });
  const newer = await post({ title: 'Newer', publish_at: past(50), tags: ['Vehicles', 'News'] });
  await post({ title: 'By Max', publish_at: past(55), tags: ['Vehicles'], author_id: other.body.id });
  const draft = await post({ title: 'Draft', publish_at: null, tags: ['Vehicles'] });
  const later = await post({ title: 'Later', publish_at: past(-60), tags: ['Vehicles'] });
  expect(await titles(server.anonymous, { tag: 'Vehicles' })).toEqual(['Newer', 'By Max', 'Older']);
  expect(await titles(server.anonymous, { tag: 'Vehicles', author: 'jane-doe' })).toEqual(['Newer', 'Older']);
  expect((await list(server.anonymous, { tag: 'Turbo' })).status).toBe(422);
  const shown = await server.anonymous.call('GET /blog-posts/:id', { params: { id: newer.body.id } });
  expect(shown.body).toMatchObject({
    slug: 'newer',
    text: '<p>Text.</p>',
    author: { slug: 'jane-doe' },
    reading_minutes: 1,
  });
  expect(shown.body.related[0]?.title).toBe('By Max');
  for (const { body } of [draft, later])
    expect((await server.anonymous.call('GET /blog-posts/:id', { params: { id: body.id } })).status).toBe(404);
});

test('Dealer posts are shown only to those who may see dealer material: in lists, by address, as related posts, on staff pages, in the feed, the sitemap and as sharing pictures', async () => {
  const secret = await post({ title: 'Margins', slug: 'margins', tags: ['Dealer', 'News'], publish_at: past(1) });
  const open = await post({ title: 'Open', slug: 'open', tags: ['News'], publish_at: past(2) });
  const params = { id: secret.body.id };
  const read = (client: Client, id = secret.body.id) => client.call('GET /blog-posts/:id', { params: { id } });
  const customer = await server.as({});
  for (const client of [server.anonymous, customer]) {
    expect(await titles(client)).not.toContain('Margins');
    expect(await titles(client, { tag: 'Dealer' })).toEqual([]);
    expect(await titles(client, { search: 'margins' })).toEqual([]);
    expect((await read(client)).status).toBe(404);
    expect(JSON.stringify((await read(client, open.body.id)).body)).not.toContain('Margins');
    expect(JSON.stringify((await client.call('GET /bio/:slug', { params: { slug: 'jane-doe' } })).body)).not.toContain(
      'Margins',
    );
    expect((await client.call('GET /blog-posts/:id/card.png', { params })).status).toBe(404);
  }
  for (const client of [dealer, admin]) {
    expect(await titles(client, { tag: 'Dealer' })).toEqual(['Margins']);
    expect((await read(client)).status).toBe(200);
  }
  for (const url of ['/blog/feed.xml', '/sitemap/pages.xml']) {
    const { payload } = await server.app.inject({ url });
    expect(payload).toContain('/open');
    expect(payload.toLowerCase()).not.toContain('margins');
  }
});

test('a staff page shows name, job and sanitised text (C351, C352, R236, S102)', async () => {
  const put = (body: object, client = admin) =>
    client.call('PUT /v1/admin/bio/:slug', { params: { slug: 'jane-doe' }, body });
  expect((await put({ name: '', text: '' })).status).toBe(422);
  expect((await put({ name: 'x', text: '' }, dealer)).status).toBe(403);
  expect((await put({ name: 'Jane Doe', job_title: 'Calibrator', text: '<p>Reads logs.</p>' })).status).toBe(200);
  // A session reads past the shared cache, which other processes refresh a moment later.
  const { body } = await dealer.call('GET /bio/:slug', { params: { slug: 'jane-doe' } });
  expect(body).toMatchObject({ name: 'Jane Doe', job_title: 'Calibrator', text: '<p>Reads logs.</p>' });
  expect((await server.anonymous.call('GET /bio/:slug', { params: { slug: 'nobody-here' } })).status).toBe(404);
});

test('the Atom feed escapes titles and makes links absolute', async () => {
  await post({ title: 'A <b> & "c"', text: '<p><a href="/catalog">Cars</a></p>', publish_at: past(0) });
  const { headers, payload } = await server.app.inject({ url: '/blog/feed.xml' });
  expect(headers['content-type']).toContain('application/atom+xml');
  expect(payload).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>');
  expect(payload).toContain('href=&quot;http://localhost:3000/catalog&quot;');
});

test('the sharing picture is a PNG of 1200 × 630 for any title', async () => {
  for (const title of ['Why', 'x'.repeat(160), 'Größe 東京 </svg><script>', 'a '.repeat(80)]) {
    const { body } = await post({ title, slug: 'any' });
    const { raw } = await server.anonymous.call('GET /blog-posts/:id/card.png', { params: { id: body.id } });
    expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  }
});

test('the sharing picture is drawn once until title or author change', async () => {
  const { body } = await post({ title: 'Drawn once', slug: 'drawn-once' });
  const draw = async () => (await sendCard(server.db, body.id, new Date())).body;
  const [first, ...others] = await Promise.all([draw(), draw(), draw()]);
  for (const other of [...others, await draw()]) expect(other).toBe(first);
  await server.db.updateTable('blog_posts').set({ title: 'Drawn again' }).where('id', '=', body.id).execute();
  expect(await draw()).not.toEqual(first);
});
