import { affiliateRecords } from '@tuneport/contract/affiliates/affiliates-admin';
import { sql } from 'kysely';
import { defineRecords } from '../../platform/records/define-records.ts';
import { announceToMembers } from '../identity/index.ts';
import { balanceLabel, balancesOf, requireNotOwnBusiness } from '../ledger/index.ts';
import { affiliateMembers } from './queries.ts';

export const affiliates = defineRecords(affiliateRecords, {
  table: 'affiliates',
  subject: 'affiliate',
  acts: 'affiliates',
  select: sql`r.*, (select count(*)::int from affiliate_members m where m.affiliate_id = r.id) as members`,
  search: ['r.name'],
  filters: { state: (state) => sql`r.state = ${state}` },
  sort: { name: 'lower(r.name)', share_percent: 'r.share_percent' },
  order: 'lower(r.name)',
  async detail(db, affiliate) {
    const [members, balances] = await Promise.all([
      affiliateMembers(db, affiliate.id),
      balancesOf(db, `affiliate:${affiliate.id}`),
    ]);
    return { ...affiliate, members, balances: balances.map(balanceLabel) };
  },
  async check(db, { share_percent, state }, before, { actor }) {
    if (
      before &&
      ((share_percent ?? before.share_percent) !== before.share_percent || (state ?? before.state) !== before.state)
    )
      await requireNotOwnBusiness(db, actor, { affiliate: before.id });
    return {};
  },
  async saved({ db }, { id, state }, before) {
    if (before && before.state !== state) await announceToMembers(db, 'affiliate', id);
  },
});
