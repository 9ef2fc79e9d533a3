import type { EntryContext } from 'react-router';
import { expect, test } from 'vitest';
import { handoffOf, withScripts } from './server-handoff.ts';

const route = (id: string, parentId?: string) => ({
  id,
  ...(parentId ? { parentId } : {}),
  module: `/assets/${id}.js`,
  imports: ['/assets/react.js', `/assets/${id}-more.js`],
  css: [],
});

function contextOf(loaderData: unknown, errors: unknown = null): EntryContext {
  const routes = { root: route('root'), page: route('page', 'root'), other: route('other', 'root') };
  const context = {
    manifest: {
      entry: { module: '/assets/entry.js', imports: ['/assets/react.js'] },
      routes,
      url: '/m.js',
      version: '1',
    },
    serverHandoffString: '{"basename":"/"}',
    serverHandoffStream: new Response('[{"_1":2}]\n').body,
    staticHandlerContext: {
      loaderData: { page: loaderData },
      actionData: null,
      errors,
      matches: [{ route: { id: 'root' } }, { route: { id: 'page' } }],
    },
  };
  return context as unknown as EntryContext;
}

test('a page embeds its data as plain JSON with its modules, and nothing that closes its element', async () => {
  const data = await handoffOf(contextOf({ name: '</script><script>alert(1)</script>' }), ['root', 'page', 'other']);
  expect(data).not.toContain('<');
  const handed = JSON.parse(data);
  expect(handed.state.loaderData.page).toEqual({ name: '</script><script>alert(1)</script>' });
  expect(handed.modules).toEqual([
    ['root', ['/assets/root.js']],
    ['page', ['/assets/page.js']],
  ]);
  expect(Object.keys(handed.manifest.routes)).toEqual(['root', 'page', 'other']);
  expect(handed.files).toEqual([
    '/assets/react.js',
    '/assets/root.js',
    '/assets/page.js',
    '/assets/root-more.js',
    '/assets/page-more.js',
    '/assets/entry.js',
  ]);
});

test.each([
  ['a date', new Date(0)],
  ['a big number', 1n],
  ['no number', Number.NaN],
  ['a map', new Map()],
  ['a hole in a list', [undefined]],
])('values that JSON would change use the router serialization: %s', async (_name, value) => {
  const data = await handoffOf(contextOf({ value }), ['root', 'page']);
  expect(JSON.parse(data)).toMatchObject({ stream: '[{"_1":2}]\n', context: { basename: '/' } });
  expect(JSON.parse(data).state).toBeUndefined();
});

test('the error of a failed page uses the router serialization', async () => {
  const data = await handoffOf(contextOf({}, { page: new Error('not here') }), ['root', 'page']);
  expect(JSON.parse(data).stream).toBeDefined();
});

test('the scripts are at the end of the body, even if the page text contains a body tag', () => {
  const html = '<html><body><p>&lt;/body&gt;</p></body></html>';
  expect(withScripts(html, '{"a":1}')).toMatch(
    /^<html><body><p>&lt;\/body&gt;<\/p><script id="handoff" type="application\/json">\{"a":1\}<\/script><script>[\s\S]+<\/script><\/body><\/html>$/,
  );
});
