// The site's colours. The defaults are those of apps/web/src/ui/tokens.css; a test compares them.

export const themeModes = ['light', 'dark'] as const;
export type ThemeMode = (typeof themeModes)[number];

/** Colours that differ between the modes, with the names people read. */
export const themeColorNames = {
  ground: 'Background',
  raised: 'Cards and menus',
  sunken: 'Sunken areas',
  text: 'Text',
  quiet: 'Secondary text',
  line: 'Lines',
  line_strong: 'Strong lines',
  control: 'Borders of fields',
  accent: 'Accent text and links',
  accent_soft: 'Accent tint',
  torque: 'Second chart colour',
  stock: 'Stock curve',
  good: 'Success',
  good_soft: 'Success tint',
  bad: 'Error',
  bad_soft: 'Error tint',
  careful: 'Warning',
  careful_soft: 'Warning tint',
  info_soft: 'Information tint',
} as const;
export type ThemeColor = keyof typeof themeColorNames;
export const themeColors = Object.keys(themeColorNames) as readonly ThemeColor[];

/** Colours of filled buttons, the same in both modes. */
export const brandColorNames = {
  accent_fill: 'Button',
  accent_fill_hover: 'Button under the pointer',
  accent_ink: 'Text on buttons',
} as const;
export type BrandColor = keyof typeof brandColorNames;
export const brandColors = Object.keys(brandColorNames) as readonly BrandColor[];

export type Theme = Readonly<Record<ThemeMode, Readonly<Record<ThemeColor, string>>>> & {
  readonly brand: Readonly<Record<BrandColor, string>>;
};

export const defaultTheme: Theme = {
  light: {
    ground: '#f7f6f3',
    raised: '#ffffff',
    sunken: '#efede8',
    text: '#0e1216',
    quiet: '#5b6470',
    line: '#e0ddd6',
    line_strong: '#c6c2b9',
    control: '#858b94',
    accent: '#c2410c',
    accent_soft: '#fdeee6',
    torque: '#0b7285',
    stock: '#7a828d',
    good: '#1b7f4b',
    good_soft: '#eef7f2',
    bad: '#b42318',
    bad_soft: '#fbeae8',
    careful: '#8a5a00',
    careful_soft: '#fbf2de',
    info_soft: '#e5f1f3',
  },
  dark: {
    ground: '#0e1216',
    raised: '#171c22',
    sunken: '#0a0d10',
    text: '#e8ecf0',
    quiet: '#a3adb8',
    line: '#262d35',
    line_strong: '#3a434d',
    control: '#6b7682',
    accent: '#ff6a2b',
    accent_soft: '#2b1a12',
    torque: '#3bc9db',
    stock: '#8a949f',
    good: '#4ade80',
    good_soft: '#12261b',
    bad: '#ff8a80',
    bad_soft: '#2c1717',
    careful: '#ffc53d',
    careful_soft: '#2a210f',
    info_soft: '#10252a',
  },
  brand: { accent_fill: '#ff6a2b', accent_fill_hover: '#ff7d45', accent_ink: '#0e1216' },
};

/** Six hexadecimal digits. Nothing else reaches a stylesheet. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG AA: 4.5 for text, 3 for the borders of controls and for curves. */
const textRatio = 4.5;
const shapeRatio = 3;

type Rule = { readonly color: ThemeColor; readonly on: ThemeColor; readonly least: number };
const on = (grounds: readonly ThemeColor[], least: number, ...colors: readonly ThemeColor[]): Rule[] =>
  colors.flatMap((color) => grounds.map((ground) => ({ color, on: ground, least })));

/** Which colour must be readable on which. */
const rules: readonly Rule[] = [
  ...on(['ground', 'raised', 'sunken'], textRatio, 'text', 'quiet'),
  ...on(['ground', 'raised'], textRatio, 'accent', 'torque', 'good', 'bad', 'careful'),
  ...on(['accent_soft'], textRatio, 'accent', 'text'),
  ...on(['good_soft'], textRatio, 'good', 'text'),
  ...on(['bad_soft'], textRatio, 'bad', 'text'),
  ...on(['careful_soft'], textRatio, 'careful', 'text'),
  ...on(['info_soft'], textRatio, 'text'),
  ...on(['ground', 'raised'], shapeRatio, 'control', 'stock'),
];

export type ContrastCheck = {
  /** The field of the colour: "light.text". */
  readonly field: string;
  readonly color: string;
  readonly on: string;
  readonly ratio: number;
  readonly least: number;
};

/** Every pair that is drawn, with its contrast. */
export function contrastChecks(theme: Theme): ContrastCheck[] {
  const ofModes = themeModes.flatMap((mode) =>
    rules.map(({ color, on: ground, least }) => ({
      field: `${mode}.${color}`,
      color: themeColorNames[color],
      on: themeColorNames[ground],
      ratio: contrastRatio(theme[mode][color], theme[mode][ground]),
      least,
    })),
  );
  const fills = (['accent_fill', 'accent_fill_hover'] as const).map((fill) => ({
    field: 'brand.accent_ink',
    color: brandColorNames.accent_ink,
    on: brandColorNames[fill],
    ratio: contrastRatio(theme.brand.accent_ink, theme.brand[fill]),
    least: textRatio,
  }));
  return [...ofModes, ...fills];
}

/** Rounded down, so that 4.49 is not shown as the 4.5 it misses. */
export const ratioText = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

/** Messages by field for colours that cannot be read. */
export function contrastErrors(theme: Theme): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { field, on: ground, ratio, least } of contrastChecks(theme)) {
    if (ratio >= least) continue;
    const message = `Contrast with “${ground}” is ${ratioText(ratio)}. It must be at least ${least}.`;
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

const cssName = (name: string): string => `--c-${name.replaceAll('_', '-')}`;

const declarations = (colors: Readonly<Record<string, string>>, defaults: Readonly<Record<string, string>>): string =>
  Object.entries(colors)
    .filter(([name, color]) => isColor(color) && color !== defaults[name])
    .map(([name, color]) => `${cssName(name)}:${color}`)
    .join(';');

const rule = (selector: string, body: string): string => (body === '' ? '' : `${selector}{${body}}`);

/** The stylesheet of a theme: only what differs from the built-in colours, so the default theme has none. */
export function themeCss(theme: Theme): string {
  const light = declarations(theme.light, defaultTheme.light);
  const dark = declarations(theme.dark, defaultTheme.dark);
  const darkBySystem = rule(':root:not([data-scheme])', dark);
  return [
    rule(":root,[data-scheme='light']", light),
    rule("[data-scheme='dark']", dark),
    darkBySystem === '' ? '' : `@media (prefers-color-scheme:dark){${darkBySystem}}`,
    rule(':root', declarations(theme.brand, defaultTheme.brand)),
  ].join('');
}

/** Custom properties of one mode, for a preview. */
export const themeProperties = (theme: Theme, mode: ThemeMode): readonly (readonly [string, string])[] =>
  [...Object.entries(theme[mode]), ...Object.entries(theme.brand)].map(([name, color]) => [cssName(name), color]);
