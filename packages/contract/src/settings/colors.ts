import { brandColors, isColor, themeColors } from '@tuneport/domain/site/theme';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, Page, PageQuery, WireDate } from '../shapes.ts';

const Color = z.string().trim().toLowerCase().refine(isColor, 'Enter a colour such as #c2410c.');
const palette = <N extends string>(names: readonly N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, Color])) as Record<N, typeof Color>);

const Theme = z.object({ light: palette(themeColors), dark: palette(themeColors), brand: palette(brandColors) });

const Colors = Theme.extend({
  /** The saved version; 0 while the built-in colours are used. */
  version: z.number(),
  is_default: z.boolean(),
  updated_at: WireDate.nullable(),
}).meta({ id: 'SiteColors' });

const refuses = ['invalid_fields', 'stale_record'] as const;

export const colors = {
  'GET /v1/admin/colors': {
    summary: 'Shows the colours of the site.',
    access: 'theme.write',
    reply: Colors,
  },
  'PUT /v1/admin/colors': {
    summary: 'Saves the colours of the site. Colours that cannot be read on their background (WCAG AA) are refused.',
    access: 'theme.write',
    body: Theme.extend({
      /** The version that was edited. */
      version: z.number().int().min(0).max(2_147_483_647),
      note: z.string().trim().max(200, 'The note can have at most 200 characters.').default(''),
    }),
    reply: Colors,
    refuses,
  },
  'GET /v1/admin/colors/versions': {
    summary: 'Lists earlier colours of the site, newest first.',
    access: 'theme.write',
    query: PageQuery,
    reply: Page(
      z.object({
        id: z.number(),
        note: z.string(),
        by: z.string().nullable(),
        at: WireDate,
        current: z.boolean(),
        theme: Theme,
      }),
    ),
  },
  'POST /v1/admin/colors/versions/:id/restore': {
    summary: 'Makes an earlier version the current one.',
    access: 'theme.write',
    params: IdParams,
    reply: Colors,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields'],
  },
  'POST /v1/admin/colors/reset': {
    summary: 'Returns to the built-in colours.',
    access: 'theme.write',
    reply: Colors,
    idempotent: 'accepts',
  },
} as const satisfies ContractMap;
