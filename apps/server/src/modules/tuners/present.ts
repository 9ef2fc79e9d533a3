import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { balanceLabel, balancesOf } from '../ledger/index.ts';
import { type listTuners, tunerById, tunerMembers } from './queries.ts';

export const presentTunerList = (list: Awaited<ReturnType<typeof listTuners>>) => ({
  ...list,
  data: list.data.map(({ member_count, state, ...tuner }) => ({
    ...tuner,
    state: state as 'active' | 'suspended',
    members: member_count,
  })),
});

export async function presentTuner(db: Db, id: number) {
  const tuner = await tunerById(db, id);
  if (!tuner) throw new Refusal('not_found');
  const [members, balances] = await Promise.all([tunerMembers(db, id), balancesOf(db, `tuner:${id}`)]);
  return {
    ...tuner,
    state: tuner.state as 'active' | 'suspended',
    members,
    balances: balances.map(balanceLabel),
  };
}
