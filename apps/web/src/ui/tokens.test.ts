import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokensOf(selectorStart: string): Map<string, string> {
  const from = css.indexOf(selectorStart);
  const block = css.slice(from, css.indexOf('}', from));
  return new Map([...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (hi + 0.05) / (lo + 0.05);
}

test('a modal has a default max width of 600px (S418)', () => {
  expect(css).toContain(`--modal-max: 600px;`);
  const dialog = readFileSync(new URL('./overlay/Dialog.module.css', import.meta.url), 'utf8');
  expect(dialog).toMatch(/max-width: var\(--modal-max\)/);
});

describe.each([
  ['light', tokensOf(':root,\n')],
  ['dark', tokensOf("[data-scheme='dark'] {")],
])('colours, %s', (_scheme, token) => {
  const at = (name: string) => token.get(name) ?? '#000000';

  test.each(['--c-text', '--c-quiet', '--c-accent', '--c-torque', '--c-good', '--c-bad', '--c-careful'])(
    '%s is readable on the background and on raised surfaces',
    (name) => {
      expect(contrast(at(name), at('--c-ground'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(at(name), at('--c-raised'))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(['accent', 'good', 'bad', 'careful'])('%s is readable on its own tint, and so is text', (name) => {
    expect(contrast(at(`--c-${name}`), at(`--c-${name}-soft`))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(at('--c-text'), at(`--c-${name}-soft`))).toBeGreaterThanOrEqual(4.5);
  });

  test('muted text is readable on sunken surfaces', () => {
    expect(contrast(at('--c-quiet'), at('--c-sunken'))).toBeGreaterThanOrEqual(4.5);
  });

  test('the border of a control and the stock curve contrast with their background', () => {
    for (const ground of ['--c-ground', '--c-raised']) {
      expect(contrast(at('--c-control'), at(ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(at('--c-stock'), at(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  test('the text of a filled danger button is readable', () => {
    expect(contrast(at('--c-danger-ink'), at('--c-danger-fill'))).toBeGreaterThanOrEqual(4.5);
  });
});

test('the text of the accent button is readable', () => {
  const root = tokensOf(':root {\n  --c-accent-fill');
  expect(contrast(root.get('--c-accent-ink') ?? '', root.get('--c-accent-fill') ?? '')).toBeGreaterThanOrEqual(4.5);
});

test('print background is white in every colour scheme, including a dark system scheme', () => {
  const base = readFileSync(new URL('./base.css', import.meta.url), 'utf8');
  const print = base.slice(base.indexOf('@media print'));
  const selectors = print.slice(print.indexOf('{') + 1, print.indexOf('{', print.indexOf('{') + 1));
  expect(selectors.split(',').map((one) => one.trim())).toEqual([
    ':root:not([data-scheme])',
    ':root[data-scheme]',
    ':root [data-scheme]',
  ]);
});
