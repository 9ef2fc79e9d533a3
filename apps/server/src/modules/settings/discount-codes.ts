import type { Discount } from '@tuneport/domain/catalog/pricing';
import type { Currency } from '@tuneport/domain/money/money';
import type { SaleAmountType, SaleType } from '@tuneport/domain/promotions/sale';
import { discountsInForce } from '@tuneport/domain/promotions/sale-discount';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { clientKeys } from '../../platform/client-keys.ts';
import type { Db } from '../../platform/db/db.ts';
import { takeProcessLimit } from '../../platform/rate-limit.ts';

export type CodesFound = {
  readonly discounts: readonly Discount[];
  readonly affiliates: ReadonlyMap<string, { readonly affiliateId: number; readonly sharePercent: string }>;
};

const none: CodesFound = { discounts: [], affiliates: new Map() };
const fold = (code: string) => code.trim().toLowerCase();

/** Far more than people type, and too few to guess a code: prices may be asked for without limit. */
const lookupsAnHour = { max: 1_000, windowS: 3600 };

/** Looks up codes that do not belong to a running sale; the order itself checks whether a code is used up. */
export async function codesFor(
  db: Db,
  typed: readonly string[],
  sales: readonly Discount[],
  actor: Pick<Actor, 'userId' | 'address'>,
  now: Date,
  currency: Currency,
): Promise<CodesFound> {
  const known = new Set(sales.flatMap(({ code }) => (code === null ? [] : fold(code))));
  const wanted = typed.map(fold).filter((code) => !known.has(code));
  if (wanted.length === 0) return none;
  const { user, site, address } = clientKeys(actor, null);
  takeProcessLimit(db, `codes ${user ?? site ?? address}`, lookupsAnHour, wanted.length);
  const buyerId = actor.userId;
  const rows = await db
    .selectFrom('discount_codes as c')
    .leftJoin('affiliates as a', 'a.id', 'c.affiliate_id')
    .select(['c.id', 'c.code', 'c.name', 'c.type', 'c.amount', 'c.amount_type', 'c.starts_at', 'c.ends_at'])
    .select(['c.affiliate_id', 'c.share_percent'])
    // Staff and members of their partners cannot use a code that they created or changed, even if others changed it later.
    .where(
      sql<boolean>`(${buyerId}::integer is null or not exists (
        select from (select c.changed_by as id union select l.actor_id from audit_log l where l.subject = 'code:' || c.id) editor
        where same_business(editor.id, ${buyerId}::integer)))`,
    )
    // Members of an affiliate cannot use its codes, also those that staff created.
    .where(
      sql<boolean>`not exists (select from affiliate_members m where m.affiliate_id = c.affiliate_id
        and same_business(m.user_id, ${buyerId}::integer))`,
    )
    // Codes of a suspended affiliate give no discount and earn no share.
    .where((eb) => eb.or([eb('c.affiliate_id', 'is', null), eb('a.state', '=', 'active')]))
    .where('c.code', '=', sql<string>`any(${wanted}::citext[])`)
    .execute();
  const asSales = rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: '',
    type: row.type as SaleType,
    amountType: row.amount_type as SaleAmountType,
    amount: row.amount,
    code: row.code,
    countdown: false,
    start: row.starts_at,
    end: row.ends_at ?? new Date(8.64e15),
  }));
  return {
    discounts: discountsInForce(asSales, now, currency).map((discount) => ({
      ...discount,
      id: discount.id.replace('sale:', 'code:'),
    })),
    affiliates: new Map(
      rows.flatMap(({ id, affiliate_id, share_percent }) =>
        affiliate_id === null ? [] : [[`code:${id}`, { affiliateId: affiliate_id, sharePercent: share_percent }]],
      ),
    ),
  };
}
