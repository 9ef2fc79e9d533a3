import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { callContext, rowContext, uiContext } from '../platform/contexts.ts';
import type { UiState } from '../platform/ui-state.ts';
import { routeTable } from '../route-table.ts';
import { loader } from './redirect.tsx';
import { loader as tagLoader } from './tag-link.tsx';

function context(id: string, redirects: { from: string; to: string }[] = []) {
  const row = routeTable.find((each) => each.id === id);
  if (!row) throw new Error(`no row ${id}`);
  const made = new RouterContextProvider();
  made.set(rowContext, row);
  made.set(uiContext, { settings: { redirects } } as unknown as UiState);
  return made;
}

type Args = Parameters<typeof loader>[0];
const args = (id: string, path: string, params: Record<string, string>, more = context(id)) =>
  ({ context: more, params, url: new URL(path, 'https://tuneport.example') }) as unknown as Args;

async function target(run: () => unknown): Promise<string | null> {
  try {
    await run();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location');
    throw thrown;
  }
  return null;
}
const goes = (id: string, path: string, params: Record<string, string> = {}, more?: RouterContextProvider) =>
  target(() => loader(args(id, path, params, more)));

describe('redirects', () => {
  test.each([
    ['R031', '/ecu-tuning', {}, '/catalog'],
    ['R032', '/ktag', {}, '/kess'],
    ['R033', '/dealer-blog', {}, '/blog'],
    ['R034', '/dealer-blog/1/hello-world', { id: '1', slug: 'hello-world' }, '/blog/1/hello-world'],
    ['R035', '/dealer-blog/a/b/c', { '*': 'a/b/c' }, '/blog'],
    ['R036', '/tesla/model-s', {}, '/products/tesla-model-s'],
    ['R037', '/tesla/model-3', {}, '/products/tesla-model-3'],
    ['R038', '/tesla/model-y', {}, '/products/tesla-model-y'],
    ['R039', '/request/7/download', { id: '7' }, '/tuning/request/7/status'],
    ['R040', '/dealer/signature-authority', {}, '/admin/dealer-signature-authority'],
    ['R054', '/catalog/engine-tuning', {}, '/catalog/engine'],
    ['R055', '/catalog/turbo-tuning', {}, '/catalog/turbo'],
    ['R056', '/catalog/performance-tuning', {}, '/catalog/performance'],
    ['R057', '/catalog/eco-tuning', {}, '/catalog/eco'],
    ['R058', '/catalog/tcu-tuning', {}, '/catalog/tcu'],
    ['R059', '/catalog/stage-1-tuning', {}, '/catalog/stage-1'],
    ['R060', '/catalog/stage-2-tuning', {}, '/catalog/stage-2'],
    ['R061', '/catalog/stage-3-tuning', {}, '/catalog/stage-3'],
    ['R062', '/catalog/stage-4-tuning', {}, '/catalog/stage-4'],
    ['R063', '/catalog/diesel', {}, '/catalog/diesel-tuning'],
    ['R066', '/catalog-manage', {}, '/catalog-manage/makes'],
    ['R100', '/tuning/request/7', { id: '7' }, '/tuning/request/7/status'],
    ['R118', '/dealer/north-bay', { slug: 'north-bay' }, '/dealer/north-bay/group'],
    ['R140', '/affiliate/3', { id: '3' }, '/affiliate/3/group'],
    ['R148', '/admin', {}, '/admin/instatune-value-transfers'],
    ['R182', '/admin/dealer', {}, '/admin/dealer/dashboard'],
    ['R187', '/admin/affiliate', {}, '/admin/affiliate/dashboard'],
    ['R192', '/admin/catalog', {}, '/admin/catalog/home'],
    ['R244', '/profile/orders/9/snapshot', { id: '9' }, '/profile/9/snapshot'],
  ] as const)('%s %s goes to its target', async (id, path, params, to) => {
    expect(await goes(id, path, params)).toBe(to);
    expect(await goes(id, `${path}?utm=x`, params)).toBe(`${to}?utm=x`);
  });

  test('/ecu-tuning redirects to the route named Catalog (S053 S060)', async () => {
    const to = await goes('R031', '/ecu-tuning');
    expect(routeTable.find(({ path }) => path === to)?.name).toBe('Catalog');
  });

  test('the operator can redirect a path, but never to another site (R036)', async () => {
    const own = context('R036', [{ from: '/tesla/model-s', to: '/products/other' }]);
    expect(await goes('R036', '/tesla/model-s', {}, own)).toBe('/products/other');
    for (const to of ['https://evil.example', '//evil.example']) {
      expect(await goes('R036', '/tesla/model-s', {}, context('R036', [{ from: '/tesla/model-s', to }]))).toBe('/');
    }
  });
});

describe('tag links', () => {
  test.each(['R027', 'R028', 'R029', 'R030'])(
    '%s calls the tag handler first and redirects to the start page (S050 S052)',
    async (id) => {
      const navigations: unknown[] = [];
      const made = context(id);
      made.set(callContext, (async (key: string, input: unknown) => navigations.push([key, input])) as never);
      expect(await target(() => tagLoader(args(id, '/tune/spring', { tag: 'spring' }, made)))).toBe('/');
      expect(navigations).toEqual([['POST /global/v1/tag', { body: { tag: 'spring' } }]]);
    },
  );

  test('a tag the handler refuses still redirects to the start page', async () => {
    const made = context('R027');
    made.set(callContext, (() => Promise.reject(new Error('refused'))) as never);
    expect(await target(() => tagLoader(args('R027', '/tune/x', { tag: 'x' }, made)))).toBe('/');
  });
});
