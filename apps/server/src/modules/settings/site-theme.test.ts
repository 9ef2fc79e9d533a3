import { defaultTheme } from '@tuneport/domain/site/theme';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf, pagePolicy } from '../../platform/http/pages/page-policy.ts';
import { withTheme } from '../../platform/http/pages/page-theme.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { siteThemeCss } from './site-theme.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const read = async () => (await admin.call('GET /v1/admin/colors')).body;
const save = (change: { light?: object; dark?: object; brand?: object; version?: number; note?: string }) =>
  admin.call('PUT /v1/admin/colors', {
    body: {
      light: { ...defaultTheme.light, ...change.light },
      dark: { ...defaultTheme.dark, ...change.dark },
      brand: { ...defaultTheme.brand, ...change.brand },
      version: change.version ?? 0,
      note: change.note ?? '',
    },
  });

test('colours are read, saved as versions, restored and reset, and take effect without a restart (C067 C068)', async () => {
  expect(await read()).toMatchObject({ ...defaultTheme, version: 0, is_default: true });
  const saved = await save({ light: { accent: '#0b5fb0' }, note: 'Blue' });
  expect(saved).toMatchObject({ status: 200, body: { light: { accent: '#0b5fb0' }, is_default: false } });
  await expect.poll(() => siteThemeCss(server.platform)).toBe(":root,[data-scheme='light']{--c-accent:#0b5fb0}");
  const { version } = saved.body;
  expect(await save({ light: { accent: '#123456' } })).toMatchObject({ status: 412, body: { code: 'stale_record' } });
  await save({ brand: { accent_fill: '#66ccff', accent_fill_hover: '#77ddff' }, version });
  const versions = async () => (await admin.call('GET /v1/admin/colors/versions')).body.data;
  expect(await versions()).toMatchObject([{ current: true }, { id: version, note: 'Blue', current: false }]);
  const restored = await admin.call('POST /v1/admin/colors/versions/:id/restore', { params: { id: version } });
  expect(restored.body).toMatchObject({ light: { accent: '#0b5fb0' }, brand: defaultTheme.brand });
  expect((await admin.call('POST /v1/admin/colors/reset')).body).toMatchObject({ is_default: true });
  await expect.poll(() => siteThemeCss(server.platform)).toBe('');
  expect(await versions()).toHaveLength(4);
  const missing = await admin.call('POST /v1/admin/colors/versions/:id/restore', { params: { id: 999_999 } });
  expect(missing.status).toBe(404);
});

test('a value that is no colour or cannot be read on its background is refused with its field (C068)', async () => {
  const { version } = await read();
  for (const [change, field] of [
    [{ light: { text: 'red' } }, 'light.text'],
    [{ dark: { ground: '#12345' } }, 'dark.ground'],
    [{ brand: { accent_ink: '</style><script>' } }, 'brand.accent_ink'],
    [{ light: { quiet: '#bbbbbb' } }, 'light.quiet'],
    [{ dark: { text: '#333333' } }, 'dark.text'],
    [{ brand: { accent_fill: '#222222' } }, 'brand.accent_ink'],
  ] as const) {
    const refused = await save({ ...change, version });
    expect([refused.status, Object.keys((refused.body as never as { errors: object }).errors)]).toEqual([
      422,
      expect.arrayContaining([field]),
    ]);
  }
  expect((await read()).version).toBe(version);
  for (const client of [server.anonymous, await server.as({}), await server.as({ role: 4 })])
    expect([401, 403]).toContain((await client.call('GET /v1/admin/colors')).status);
});

test('the inline stylesheet of a page is allowed by its hash alone', () => {
  const css = ":root,[data-scheme='light']{--c-accent:#0b5fb0}";
  const page = withTheme('<html><head><link></head><body></body></html>', css);
  expect(page).toBe(`<html><head><link><style>${css}</style></head><body></body></html>`);
  const styles = (policy: string) => policy.split('; ').find((part) => part.startsWith('style-src'));
  const tracking = { googleAnalytics: false, metaPixel: false };
  expect(styles(pagePolicy([], tracking, css))).toBe(`style-src 'self' ${hashOf(css)}`);
  expect(styles(pagePolicy([], tracking))).toBe("style-src 'self'");
  expect(withTheme('<html><head></head></html>', '')).toBe('<html><head></head></html>');
});
