import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core';

// A plain object instead of createTheme(), so that a public page that only needs the values does not load Mantine.

const accent: MantineColorsTuple = [
  '#fff1ea',
  '#ffe0d1',
  '#ffc0a3',
  '#ffa077',
  '#ff854f',
  '#ff6a2b',
  '#e4561b',
  '#c2410c',
  '#9a330a',
  '#6f2507',
];

const slate: MantineColorsTuple = [
  '#e8ecf0',
  '#c9d0d8',
  '#a3adb8',
  '#6b7682',
  '#3a434d',
  '#262d35',
  '#171c22',
  '#0e1216',
  '#0a0d10',
  '#06080a',
];

/** A modal has this width unless it asks for another one. */
export const modalMaxWidth = '600px';

export const theme: MantineThemeOverride = {
  primaryColor: 'accent',
  primaryShade: { light: 5, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: { accent, dark: slate },
  white: '#ffffff',
  black: '#0e1216',
  defaultRadius: '6px',
  fontFamily: 'var(--f-text)',
  fontFamilyMonospace: 'var(--f-mono)',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '18px', xl: '22px' },
  headings: {
    fontFamily: 'var(--f-head)',
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '36px', lineHeight: '1.15' },
      h2: { fontSize: '28px', lineHeight: '1.2' },
      h3: { fontSize: '22px', lineHeight: '1.3' },
      h4: { fontSize: '18px', lineHeight: '1.4' },
      h5: { fontSize: '16px', lineHeight: '1.5' },
      h6: { fontSize: '14px', lineHeight: '1.5' },
    },
  },
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { size: modalMaxWidth } },
    Button: { defaultProps: { variant: 'default' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
};

/** tokens.css already gives Mantine its colours; the provider must not write its own over them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--c-ground)',
    '--mantine-color-text': 'var(--c-text)',
    '--mantine-color-dimmed': 'var(--c-quiet)',
    '--mantine-color-anchor': 'var(--c-accent)',
    '--mantine-color-error': 'var(--c-bad)',
    '--mantine-color-placeholder': 'var(--c-quiet)',
  },
  dark: {
    '--mantine-color-body': 'var(--c-ground)',
    '--mantine-color-text': 'var(--c-text)',
    '--mantine-color-dimmed': 'var(--c-quiet)',
    '--mantine-color-anchor': 'var(--c-accent)',
    '--mantine-color-error': 'var(--c-bad)',
    '--mantine-color-placeholder': 'var(--c-quiet)',
  },
});
