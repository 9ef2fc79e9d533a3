import { pageSize } from '@tuneport/contract/shapes';
import type { CreditKind } from '@tuneport/domain/credits/tune-credits';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { containing } from '../../platform/db/lists/page.ts';
import type { AdminLotRow } from './present-credits.ts';

type Filter = {
  readonly page: number;
  readonly kind?: CreditKind | undefined;
  readonly state?: 'usable' | 'used' | 'expired' | undefined;
  readonly dealer?: number | undefined;
  readonly search?: string | undefined;
  readonly id?: number | undefined;
};

/** All lots with the name of their owner. */
export async function listLots(db: Db, filter: Filter, now: Date) {
  const like = filter.search === undefined || filter.search === '' ? null : containing(filter.search);
  const where = sql`
    (${filter.id ?? null}::integer is null or l.id = ${filter.id ?? null})
    and (${filter.kind ?? null}::text is null or l.kind = ${filter.kind ?? null})
    and (${filter.dealer ?? null}::integer is null or l.owner = 'dealer:' || ${filter.dealer ?? null}::text)
    and (${like}::text is null or n.name ilike ${like} or l.reason ilike ${like})
    and (${filter.state ?? null}::text is null or ${filter.state ?? null} = case
      when l.left_units + l.held_units = 0 then 'used' when l.expires_at <= ${now} then 'expired' else 'usable' end)`;
  const { rows } = await sql<AdminLotRow & { total: bigint }>`
    select l.*, n.name as owner_name, count(*) over () as total
    from tune_credit_left l
    join lateral (
      select u.name || ' · ' || u.email as name from users u where l.owner = 'user:' || u.id
      union all
      select d.name from dealers d where l.owner = 'dealer:' || d.id
    ) n on true
    where ${where} order by l.id desc limit ${pageSize} offset ${(filter.page - 1) * pageSize}`.execute(db);
  const total = Number(rows[0]?.total ?? 0n);
  return { data: rows as AdminLotRow[], page: filter.page, page_count: Math.ceil(total / pageSize), total };
}
