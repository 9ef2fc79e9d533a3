import headingFontUrl from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url';

/** For a route's `links()`: the heading font is above the fold on every page, so it is preloaded. */
export const headingFontPreload = {
  rel: 'preload',
  href: headingFontUrl,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
} as const;
