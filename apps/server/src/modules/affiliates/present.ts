import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { balanceLabel, balancesOf } from '../ledger/index.ts';
import { affiliateById, affiliateMembers, type listAffiliates } from './queries.ts';

type State = 'active' | 'suspended';

export const presentAffiliateList = (list: Awaited<ReturnType<typeof listAffiliates>>) => ({
  ...list,
  data: list.data.map(({ member_count, state, ...affiliate }) => ({
    ...affiliate,
    state: state as State,
    members: member_count,
  })),
});

export async function presentAffiliate(db: Db, id: number) {
  const affiliate = await affiliateById(db, id);
  if (!affiliate) throw new Refusal('not_found');
  const [members, balances] = await Promise.all([affiliateMembers(db, id), balancesOf(db, `affiliate:${id}`)]);
  return { ...affiliate, state: affiliate.state as State, members, balances: balances.map(balanceLabel) };
}
