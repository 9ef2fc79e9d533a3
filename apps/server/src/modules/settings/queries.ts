import { unreadCountMax } from '@tuneport/domain/site/notifications';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { batched } from '../../platform/db/writes/batched.ts';

export async function settingRows(db: Db) {
  return db.selectFrom('settings').select(['name', 'value', 'updated_at']).execute();
}

/** Serializes saves: the stale check compares all rows, some of which may not exist yet. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(db);
}

export async function storeSetting(db: Db, name: string, value: unknown, updatedAt: Date): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: updatedAt };
  await db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export type VisitorRow = {
  user: {
    id: number;
    name: string;
    email: string;
    email_confirmed: boolean;
    pending_email: string | null;
    role: number;
    f: string[];
    preferred_display_currency: string | null;
    language: 'en' | 'de' | 'fr' | null;
    deletion_due_at: string | null;
  } | null;
  dealer: {
    id: number;
    slug: string;
    name: string;
    kind: 'manager' | 'member';
    preferred_display_currency: string | null;
    members: number;
  } | null;
  tuner: { id: number; slug: string; name: string } | null;
  affiliate: { id: number; name: string } | null;
  /** Unread notifications, counted up to a limit. */
  unread: number;
  hcodes: string[];
};

export const noVisitor: VisitorRow = { user: null, dealer: null, tuner: null, affiliate: null, unread: 0, hcodes: [] };

// Lists of ids are unnested in a subselect, so that their number does not cause a custom plan.

/** Hidden codes of the tags a visitor came from. Every page needs them, so concurrent requests share one statement. */
export const hiddenCodes = batched(async (db, hashes: readonly (readonly Buffer[])[]): Promise<readonly string[][]> => {
  const { rows } = await sql<{ visitor: Buffer; code: string }>`${prepared}
    select h.visitor, code from tag_hits h join tracking_tags g on g.tag = h.tag and g.ended_at is null, unnest(g.hidden_codes) code
    where h.visitor = any(array(select unnest(${hashes.flat()}::bytea[]))) order by code`.execute(db);
  return hashes.map((visitors) => [
    ...new Set(rows.filter(({ visitor }) => visitors.some((id) => id.equals(visitor))).map(({ code }) => code)),
  ]);
});

type VisitorKey = { readonly userId: number; readonly visitors: readonly Buffer[] };

/**
 * Everything the shell shows that depends on the user: the first active partner of each kind and the hidden codes. It runs with every
 * change of page, so one statement answers all who ask at once.
 */
export const visitorRow = batched(async (db, hashes: readonly VisitorKey[]): Promise<readonly VisitorRow[]> => {
  const ids = hashes.map(({ userId }) => userId);
  const today = hashes.map(({ visitors }) => visitors[0] ?? null);
  const yesterday = hashes.map(({ visitors }) => visitors[1] ?? null);
  const { rows } = await sql<VisitorRow & { at: number }>`${prepared}
    select asked.at::integer as at,
      json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'email_confirmed', u.email_confirmed_at is not null,
        'pending_email', u.pending_email,
        'role', u.role, 'f', u.flags, 'preferred_display_currency', u.preferred_display_currency, 'language', u.language,
        'deletion_due_at', u.deletion_due_at) as "user",
      (select json_build_object('id', d.id, 'slug', d.slug, 'name', d.name, 'kind', m.kind,
        'preferred_display_currency', d.preferred_display_currency,
        'members', (select count(*) from dealer_members other where other.dealer_id = d.id))
        from dealer_members m join dealers d on d.id = m.dealer_id where m.user_id = u.id and d.state = 'active'
        order by m.created_at, d.id limit 1) as dealer,
      (select json_build_object('id', t.id, 'slug', t.slug, 'name', t.name)
        from tuner_members m join tuners t on t.id = m.tuner_id where m.user_id = u.id and t.state = 'active'
        order by m.created_at, t.id limit 1) as tuner,
      (select json_build_object('id', a.id, 'name', a.name)
        from affiliate_members m join affiliates a on a.id = m.affiliate_id where m.user_id = u.id and a.state = 'active'
        order by m.created_at, a.id limit 1) as affiliate,
      (select count(*)::integer from (select from notifications n where n.user_id = u.id and n.read_at is null
        limit ${unreadCountMax}) counted) as unread,
      array(select distinct code from tag_hits h join tracking_tags g on g.tag = h.tag and g.ended_at is null,
        unnest(g.hidden_codes) code where h.visitor in (asked.today, asked.yesterday) order by code) as hcodes
    from unnest(${ids}::integer[], ${today}::bytea[], ${yesterday}::bytea[]) with ordinality as asked (user_id, today, yesterday, at)
      join users u on u.id = asked.user_id order by asked.at`.execute(db);
  const found = new Map(rows.map(({ at, ...row }) => [at, row]));
  return hashes.map((_, at) => found.get(at + 1) ?? noVisitor);
});

// Limited by the latest end and not filtered by time: the cache of these rows filters per request.
const noticesMax = 200;

export async function latestAlerts(db: Db) {
  return db
    .selectFrom('alerts')
    .select(['id', 'text', 'level', 'audience', 'starts_at', 'ends_at'])
    .orderBy('ends_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(noticesMax)
    .execute();
}

export async function latestSales(db: Db) {
  return (
    db
      .selectFrom('sales')
      .select(saleColumns)
      // Everyone who created or changed it, not only the last.
      .select(
        sql<number[]>`array(select distinct l.actor_id from audit_log l
        where l.subject = 'sale:' || sales.id and l.actor_id is not null)`.as('editors'),
      )
      .orderBy('ends_at', 'desc')
      .orderBy('id')
      .limit(noticesMax)
      .execute()
  );
}

export const saleColumns = [
  'id',
  'name',
  'description',
  'type',
  'amount',
  'amount_type',
  'code',
  'countdown',
  'uses_max',
  'uses',
  'starts_at',
  'ends_at',
  'created_at',
  'updated_at',
  'changed_by',
] as const;
