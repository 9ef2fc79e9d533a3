import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  contrastChecks,
  contrastErrors,
  contrastRatio,
  defaultTheme,
  isColor,
  themeCss,
  themeProperties,
} from './theme.ts';

const tokens = readFileSync(new URL('../../../../apps/web/src/ui/tokens.css', import.meta.url), 'utf8');

test('the default theme is that of the stylesheet and passes its own contrast check', () => {
  const blocks = {
    light: tokens.slice(tokens.indexOf(':root,'), tokens.indexOf("[data-scheme='dark']")),
    dark: tokens.slice(tokens.indexOf("[data-scheme='dark'] {"), tokens.indexOf('@media')),
    brand: tokens.slice(tokens.lastIndexOf(':root {\n  --c-accent-fill')),
  };
  for (const part of ['light', 'dark', 'brand'] as const)
    for (const [name, color] of Object.entries(defaultTheme[part]))
      expect(blocks[part]).toContain(`--c-${name.replaceAll('_', '-')}: ${color};`);
  expect(contrastErrors(defaultTheme)).toEqual({});
  expect(contrastChecks(defaultTheme).every(({ ratio, least }) => ratio >= least)).toBe(true);
  expect(themeCss(defaultTheme)).toBe('');
});

test('contrast is that of WCAG: 21 for black on white, 1 for equal colours, in any order', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#777777')).toBe(1);
  // The usual example that just fails.
  expect(contrastRatio('#777777', '#ffffff')).toBeLessThan(4.5);
  expect(contrastRatio('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test('a colour that cannot be read is named with its field, its background and its contrast', () => {
  const theme = { ...defaultTheme, light: { ...defaultTheme.light, quiet: '#999999' } };
  expect(Object.keys(contrastErrors(theme))).toEqual(['light.quiet']);
  expect(contrastErrors(theme)['light.quiet']?.[0]).toMatch(/“Background” is 2\.6\d\. It must be at least 4\.5\./);
  const button = { ...defaultTheme, brand: { ...defaultTheme.brand, accent_ink: '#ffffff' } };
  expect(Object.keys(contrastErrors(button))).toEqual(['brand.accent_ink']);
});

test('the stylesheet has only changed colours, for both modes and the system setting', () => {
  const theme = { ...defaultTheme, dark: { ...defaultTheme.dark, accent: '#66ccff' } };
  expect(themeCss(theme)).toBe(
    "[data-scheme='dark']{--c-accent:#66ccff}@media (prefers-color-scheme:dark){:root:not([data-scheme]){--c-accent:#66ccff}}",
  );
  expect(themeProperties(theme, 'dark')).toContainEqual(['--c-accent', '#66ccff']);
});

test('only six hexadecimal digits are a colour, and nothing else reaches the stylesheet', () => {
  for (const text of ['#fff', '#FFFFFF', 'red', '#12345g', '#123456;', '</style>', 'url(x)', '']) {
    expect(isColor(text)).toBe(false);
    const theme = { ...defaultTheme, brand: { ...defaultTheme.brand, accent_fill: text } };
    expect(themeCss(theme)).toBe('');
  }
});
