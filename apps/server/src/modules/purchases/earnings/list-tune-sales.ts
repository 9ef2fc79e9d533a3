import type { tuneSales } from '@tuneport/contract/purchases/tune-sales';
import { may } from '@tuneport/domain/identity/permissions';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { type PurchaseState, purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { tunerIdsOf } from '../../tuners/index.ts';

type Input = {
  page: number;
  search?: string | undefined;
  tuner?: number | undefined;
  state?: PurchaseState | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The tuners whose sales are shown; null means all. Another tuner than the actor's is not found. */
function tunersShown(actor: Actor, wanted: number | undefined): readonly number[] | null {
  if (may(actor, 'tune-sales.read')) return wanted === undefined ? null : [wanted];
  const own = tunerIdsOf(actor);
  if (wanted === undefined) return own;
  if (!own.includes(wanted)) throw new Refusal('not_found');
  return [wanted];
}

/** Paid tunes, newest first, with the share of each tuner. */
async function listTuneSales(db: Db, actor: Actor, input: Input) {
  const tuners = tunersShown(actor, input.tuner);
  let query = db
    .selectFrom('catalog_purchase_shares as s')
    .innerJoin('catalog_purchases as p', 'p.id', 's.purchase_id')
    .innerJoin('catalog_purchase_lines as l', (join) =>
      join.onRef('l.purchase_id', '=', 's.purchase_id').onRef('l.line', '=', 's.line'),
    )
    .innerJoin('tuners as t', (join) => join.on(sql<boolean>`s.owner = 'tuner:' || t.id`))
    .where('s.kind', '=', 'tuner')
    .where('p.paid_at', 'is not', null);
  if (tuners !== null)
    query = query.where('s.owner', 'in', tuners.length === 0 ? [''] : tuners.map((id) => `tuner:${id}`));
  if (input.state) query = query.where('p.state', '=', input.state);
  if (input.from) query = query.where('p.paid_at', '>=', new Date(input.from));
  if (input.to) query = query.where('p.paid_at', '<', new Date(Date.parse(input.to) + dayMs));
  if (input.search) {
    const pattern = containing(input.search);
    query = query.where((eb) => eb.or([eb('l.label', 'ilike', pattern), eb('p.vehicle', 'ilike', pattern)]));
  }
  const list = await pageOf(
    query,
    query
      .select(['p.id', 's.n', 'p.paid_at', 'p.delivered_at', 'p.state', 'p.vehicle', 'p.currency'])
      .select(['l.label', 'l.net_minor', 's.amount_minor', 't.id as tuner_id', 't.name as tuner_name'])
      .orderBy('p.paid_at', 'desc')
      .orderBy('p.id', 'desc')
      .orderBy('s.n'),
    input.page,
  );
  return {
    ...list,
    data: list.data.map((row) => ({
      id: `${row.id}:${row.n}`,
      number: purchaseNumber(row.id),
      // Only paid purchases are listed.
      at: row.paid_at ?? new Date(0),
      delivered_at: row.delivered_at,
      state: row.state as PurchaseState,
      tune: row.label,
      vehicle: row.vehicle,
      tuner: { id: row.tuner_id, name: row.tuner_name },
      price: toWire(money(row.net_minor, row.currency as Currency)),
      share: toWire(money(row.amount_minor, row.currency as Currency)),
    })),
  };
}

export const tuneSaleRoutes = handlers<typeof tuneSales>({
  'GET /tune-sales': ({ db, actor, query }) => listTuneSales(db, actor, query),
});
