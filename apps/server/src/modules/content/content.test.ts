import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { matchRoutes } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routedRows, routerPattern } from '../../../../web/src/route-table.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { loadStarterPages } from './index.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  await loadStarterPages(server.db, new Date(Date.now() - 60_000));
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const staticSlugs = routedRows.filter(({ kind }) => kind === 'static').map(({ path }) => path.slice(1));
const folder = fileURLToPath(new URL('../../../data/pages/', import.meta.url));
const read = (slug: string) => server.anonymous.call('GET /v1/pages/:slug', { params: { slug } });
/** The shared cache is invalidated a moment after a write. */
const titleOf = (slug: string) => expect.poll(async () => (await read(slug)).body.title);
const statusOf = (slug: string) => expect.poll(async () => (await read(slug)).status);
const draft = (title: string, html = '<p>Text.</p>') => ({ title, blocks: [{ kind: 'text', html }] });

async function save(slug: string, body: object, readAt?: string) {
  const page = await admin.call('GET /v1/admin/pages/:slug', { params: { slug } });
  return admin.call('PUT /v1/admin/pages/:slug/draft', {
    params: { slug },
    body,
    readAt: readAt ?? page.body.updated_at,
  });
}
const publish = (slug: string, at: string | null = null) =>
  admin.call('POST /v1/admin/pages/:slug/publish', { params: { slug }, body: { at } });

describe('starter pages', () => {
  test('exist for all 17 static paths and the other pages of text, each with its own title and text (S048, S049, R010, R011, R012, R013, R014, R015, R016, R017, R018, R019, R020, R021, R022, R023, R024, R025, R026, R218, R225, R232, R233)', async () => {
    expect(staticSlugs).toHaveLength(17);
    const seen = new Set<string>();
    for (const slug of [...staticSlugs, 'faq', 'terms-of-service', 'privacy-policy', 'branding']) {
      const { status, body } = await server.anonymous.call('GET /editable-page/:slug', { params: { slug } });
      expect(status, slug).toBe(200);
      expect(body.text.length, slug).toBeGreaterThan(1000);
      seen.add(body.title).add(body.text);
    }
    expect(seen.size).toBe(2 * 21);
  });

  test('link only to pages of the site', () => {
    const routes = routedRows.map((row) => ({ id: row.id, path: routerPattern(row) }));
    for (const file of readdirSync(folder))
      for (const [, to = ''] of readFileSync(folder + file, 'utf8').matchAll(/\]\((\/[^)]*)\)/g))
        expect(matchRoutes(routes, to)?.at(-1)?.route.id, `${file}: ${to}`).not.toBe('R001');
  });

  test('are loaded once and never replace a page that staff changed', async () => {
    await save('careers', draft('Jobs'));
    await publish('careers');
    await loadStarterPages(server.db, new Date());
    await titleOf('careers').toBe('Jobs');
  });
});

describe('editable page', () => {
  test('returns title and text by its slug, 404 for an unknown one (C374)', async () => {
    const call = (slug: string) => server.anonymous.call('GET /editable-page/:slug', { params: { slug } });
    const { status, body } = await call('disclaimer');
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: 'disclaimer', title: 'Disclaimer' });
    expect(body.text).toContain('<h2>Emissions and road approval</h2>');
    expect((await call('no-such-page')).status).toBe(404);
  });

  test('is stored by staff only, and the earlier version stays in its history (C375)', async () => {
    const put = (client: Client, body: object, slug = 'fzm') =>
      client.call('PUT /editable-page/:slug', { params: { slug }, body });
    const body = { title: 'Pocket tool', text: '<p>New text.</p><script>alert(1)</script>' };
    expect((await put(server.anonymous, body)).status).toBe(401);
    expect((await put(await server.as({}), body)).status).toBe(403);
    expect((await put(admin, { title: '', text: 'x' })).status).toBe(422);
    expect((await put(admin, { title: 'x', text: '<script>x</script>' })).status).toBe(422);
    expect((await put(admin, body, 'no-such-page')).status).toBe(404);
    expect((await put(admin, body)).body).toMatchObject({ title: 'Pocket tool', text: '<p>New text.</p>' });
    const page = await admin.call('GET /v1/admin/pages/:slug', { params: { slug: 'fzm' } });
    expect(page.body.versions.map(({ state }) => state)).toEqual(['published', 'replaced']);
  });
});

describe('page versions', () => {
  test('a draft changes nothing until it is published (R267, R268)', async () => {
    const before = (await read('bitbox')).body.title;
    expect((await save('bitbox', draft('Draft title'))).body.current).toMatchObject({ state: 'draft' });
    expect((await read('bitbox')).body.title).toBe(before);
    const listed = await admin.call('GET /v1/admin/pages', { query: { search: 'bitbox' } });
    expect(listed.body.data).toMatchObject([{ slug: 'bitbox', state: 'published', has_draft: true }]);
    expect((await publish('bitbox')).status).toBe(200);
    await titleOf('bitbox').toBe('Draft title');
    expect((await publish('bitbox')).status).toBe(409);
  });

  test('a scheduled version appears when its time has come', async () => {
    await save('tesla', draft('Later'));
    expect((await publish('tesla', '2020-01-01T00:00:00Z')).status).toBe(422);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await publish('tesla', at);
    expect(body.versions.map(({ state }) => state)).toEqual(['scheduled', 'published']);
    expect((await read('tesla')).body.title).toBe('Tesla');
    await server.db
      .updateTable('page_versions')
      .set({ publish_at: new Date(Date.now() - 1000) })
      .where('title', '=', 'Later')
      .execute();
    const stale = await server.anonymous.call('GET /editable-page/:slug', { params: { slug: 'tesla' } });
    expect(stale.body.title).toBe('Later');
  });

  test('a scheduled version can be made a draft again, unless there is one', async () => {
    await save('pcmflash', draft('Scheduled'));
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const version = (await publish('pcmflash', at)).body.versions[0]?.id ?? 0;
    const undo = () =>
      admin.call('POST /v1/admin/pages/:slug/versions/:version/unschedule', { params: { slug: 'pcmflash', version } });
    await save('pcmflash', draft('Another draft'));
    expect((await undo()).status).toBe(409);
    await admin.call('DELETE /v1/admin/pages/:slug/draft', { params: { slug: 'pcmflash' } });
    expect((await undo()).body.current).toMatchObject({ title: 'Scheduled', state: 'draft' });
  });

  test('an earlier version is restored as a draft, without touching what is published', async () => {
    const first = (await read('branding')).body.title;
    await save('branding', draft('Changed'));
    const { body } = await publish('branding');
    const old = body.versions.find(({ state }) => state === 'replaced');
    const restored = await admin.call('POST /v1/admin/pages/:slug/versions/:version/restore', {
      params: { slug: 'branding', version: old?.id ?? 0 },
    });
    expect(restored.body.current).toMatchObject({ title: first, state: 'draft' });
    await titleOf('branding').toBe('Changed');
  });

  test('a save based on an older state is refused with the current page', async () => {
    const { body } = await admin.call('GET /v1/admin/pages/:slug', { params: { slug: 'faq' } });
    expect((await save('faq', draft('First'))).status).toBe(200);
    expect((await save('faq', draft('Second'), body.updated_at)).status).toBe(412);
    await admin.call('DELETE /v1/admin/pages/:slug/draft', { params: { slug: 'faq' } });
  });

  test('an unpublished page is not found until it is published again', async () => {
    const hide = (hidden: boolean) =>
      admin.call('POST /v1/admin/pages/:slug/visibility', { params: { slug: 'mailform' }, body: { hidden } });
    expect((await read('mailform')).status).toBe(200);
    await hide(true);
    await statusOf('mailform').toBe(404);
    expect((await server.anonymous.call('GET /editable-page/:slug', { params: { slug: 'mailform' } })).status).toBe(
      404,
    );
    await hide(false);
    await statusOf('mailform').toBe(200);
  });

  test.each([
    [{ kind: 'cta', title: 'x', text: '', label: 'Go', to: 'javascript:alert(1)' }],
    [{ kind: 'cta', title: 'x', text: '', label: 'Go', to: '//evil.example' }],
    [{ kind: 'cta', title: 'x', text: '', label: 'Go', to: '/\\evil.example' }],
    [{ kind: 'script', html: 'x' }],
    [{ kind: 'image', media_id: 999_999, caption: '' }],
  ])('a draft with the block %j is refused', async (block) => {
    expect((await save('dsg-tuning', { title: 'DSG', blocks: [block] })).status).toBe(422);
  });
});
