import { may } from '@tuneport/domain/identity/permissions';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ownTuners, tunerById } from './queries.ts';

/** Tuners whose earnings the actor may read, including suspended ones. */
export const tunerIdsOf = (actor: Actor): number[] => [...actor.tuners, ...actor.suspended.tuners].map(({ id }) => id);

/**
 * Returns a tuner the actor is a member of (staff: any tuner); everyone else gets 404. `work` also requires an active
 * tuner.
 */
export async function ownTuner(db: Db, actor: Actor, id: number, part: 'earnings' | 'work' = 'earnings') {
  const ids = part === 'work' ? actor.tuners.map((tuner) => tuner.id) : tunerIdsOf(actor);
  const mine = actor.signedIn && ids.includes(id);
  const tuner = mine || may(actor, 'admin') ? await tunerById(db, id) : undefined;
  if (!tuner) throw new Refusal('not_found');
  return { ...tuner, state: tuner.state as 'active' | 'suspended', owner: `tuner:${id}` as EarningOwner };
}

export async function listOwnTuners(db: Db, actor: Actor) {
  const rows = await ownTuners(db, tunerIdsOf(actor));
  return { data: rows.map((tuner) => ({ ...tuner, state: tuner.state as 'active' | 'suspended' })) };
}
