import { readdirSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { KitSheet } from './testing/KitSheet.tsx';

const here = new URL('.', import.meta.url);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' });

describe('all UI components rendered on the server', () => {
  const router = createMemoryRouter([{ path: '*', element: <KitSheet /> }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);

  test('render without a browser', () => {
    expect(html).toContain('Sixty-two more horses');
    expect(html).toContain('10240');
  });

  test('show an editable cell as a button that names its field and row', () => {
    expect(html).toMatch(/<button[^>]*>(?:<span[^>]*>)?Edit Car of order 10240:/);
  });

  test('have no inline style, so the content security policy needs no exception', () => {
    expect(html).not.toMatch(/\sstyle="/);
    expect(html).not.toContain('<style');
  });

  test('show dates in UTC until the browser hydrates', () => {
    expect(html).toContain('3 Feb 2026, 14:05');
  });

  test('have an accessible name for every control', () => {
    const ids = new Set([...html.matchAll(/<label[^>]* for="([^"]+)"/g)].map((m) => m[1]));
    for (const [tag] of html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)) {
      const id = / id="([^"]+)"/.exec(tag)?.[1] ?? '';
      expect(ids.has(id) || tag.includes('aria-label='), tag).toBe(true);
    }
  });
});

test('UI components depend only on React, the router, the plotter, the text editor, the QR encoder and the font', () => {
  const outside =
    /^(react|react-dom|react-router|uplot|@tiptap|qrcode|@fontsource-variable\/archivo|@tuneport\/\w+|node:\w+)(\/|$)/;
  for (const file of files.filter((f) => /\.tsx?$/.test(f) && !f.includes('.test.'))) {
    const text = readFileSync(new URL(file, here), 'utf8');
    for (const [, from = ''] of text.matchAll(/\b(?:from\s|import\s*\(?)\s*'([^.'][^']*)'/g))
      expect(from, file).toMatch(outside);
  }
});

test('every colour in a CSS module comes from the tokens, except in the print layout', () => {
  for (const file of files.filter((f) => f.endsWith('.module.css') && !f.includes('PrintLayout'))) {
    expect(readFileSync(new URL(file, here), 'utf8'), file).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i);
  }
});

test('no page has a style attribute, which the content security policy would drop silently', () => {
  const web = new URL('..', here);
  const pages = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  expect(pages.length).toBeGreaterThan(80);
  for (const file of pages) expect(readFileSync(new URL(file, web), 'utf8'), file).not.toMatch(/\sstyle=|<style/);
});
