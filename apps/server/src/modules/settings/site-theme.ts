import type { colors } from '@tuneport/contract/settings/colors';
import {
  brandColors,
  contrastErrors,
  defaultTheme,
  isColor,
  type Theme,
  themeColors,
  themeCss,
  themeModes,
} from '@tuneport/domain/site/theme';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/db/lists/page.ts';
import { lockKeys } from '../../platform/db/writes/advisory-locks.ts';
import { handlers } from '../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { cachedUntilSettingsChange } from './read-settings.ts';

type Stored = { readonly id: number; readonly colors: unknown; readonly created_at: Date };

/** A stored theme over the built-in colours: a colour that is missing or not one of ours keeps its default. */
function themeOf(stored: unknown): Theme {
  const parts = (stored ?? {}) as Record<string, Record<string, unknown> | undefined>;
  const merge = <N extends string>(names: readonly N[], defaults: Readonly<Record<N, string>>, own: unknown) => {
    const given = (own ?? {}) as Record<string, unknown>;
    const colorOf = (name: N) => {
      const color = Object.hasOwn(given, name) ? String(given[name]) : '';
      return isColor(color) ? color : defaults[name];
    };
    return Object.fromEntries(names.map((name) => [name, colorOf(name)])) as Record<N, string>;
  };
  const [light, dark] = themeModes.map((mode) => merge(themeColors, defaultTheme[mode], parts[mode])) as [
    Theme['light'],
    Theme['dark'],
  ];
  return { light, dark, brand: merge(brandColors, defaultTheme.brand, parts.brand) };
}

const newest = (db: Db): Promise<Stored | undefined> =>
  db.selectFrom('site_themes').select(['id', 'colors', 'created_at']).orderBy('id', 'desc').limit(1).executeTakeFirst();

/** The inline stylesheet of every page; empty with the built-in colours. */
export const siteThemeCss = cachedUntilSettingsChange(async (db) => {
  const stored = await newest(db);
  return stored ? themeCss(themeOf(stored.colors)) : '';
});

async function presentColors(db: Db) {
  const stored = await newest(db);
  const theme = themeOf(stored?.colors);
  return {
    ...theme,
    version: stored?.id ?? 0,
    is_default: themeCss(theme) === '',
    updated_at: stored?.created_at ?? null,
  };
}

async function store(db: Db, actor: Actor, theme: Theme, note: string, now: Date): Promise<void> {
  const errors = contrastErrors(theme);
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  const before = themeOf((await newest(db))?.colors);
  const { id } = await db
    .insertInto('site_themes')
    .values({ colors: JSON.stringify(theme), note, created_by: actor.userId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'colors.update', `site-theme:${id}`, { before: flat(before), after: flat(theme) });
  await bumpArea(db, 'settings');
}

const flat = (theme: Theme): Record<string, string> =>
  Object.fromEntries(
    Object.entries(theme).flatMap(([part, list]) =>
      Object.entries(list).map(([name, color]) => [`${part}.${name}`, color]),
    ),
  );

/** Two people who save at once would overwrite each other. */
const lockTheme = (db: Db) => sql`select pg_advisory_xact_lock(${lockKeys.siteTheme})`.execute(db);

export const colorRoutes = handlers<typeof colors>({
  'GET /v1/admin/colors': ({ db }) => presentColors(db),
  'PUT /v1/admin/colors': async ({ db, actor, body, now }) => {
    await lockTheme(db);
    const { version, note, ...theme } = body;
    if (version !== ((await newest(db))?.id ?? 0))
      throw new Refusal('stale_record', { current: await presentColors(db) });
    await store(db, actor, theme, note, now);
    return presentColors(db);
  },
  'GET /v1/admin/colors/versions': async ({ db, query }) => {
    const current = await newest(db);
    const all = db.selectFrom('site_themes as t').leftJoin('users as u', 'u.id', 't.created_by');
    const rows = all
      .select(['t.id', 't.note', 'u.name as by', 't.created_at as at', 't.colors'])
      .orderBy('t.id', 'desc');
    const page = await pageOf(all, rows, query);
    return {
      ...page,
      data: page.data.map(({ colors: stored, ...row }) => ({
        ...row,
        current: row.id === current?.id,
        theme: themeOf(stored),
      })),
    };
  },
  'POST /v1/admin/colors/versions/:id/restore': async ({ db, actor, params, now }) => {
    await lockTheme(db);
    const stored = await db.selectFrom('site_themes').select('colors').where('id', '=', params.id).executeTakeFirst();
    if (!stored) throw new Refusal('not_found');
    await store(db, actor, themeOf(stored.colors), `Restored version ${params.id}`, now);
    return presentColors(db);
  },
  'POST /v1/admin/colors/reset': async ({ db, actor, now }) => {
    await lockTheme(db);
    await store(db, actor, defaultTheme, 'Built-in colours', now);
    return presentColors(db);
  },
});
