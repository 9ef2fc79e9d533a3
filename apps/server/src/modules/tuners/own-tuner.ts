import type { EarningOwner } from '@tuneport/domain/earnings';
import { may } from '@tuneport/domain/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ownTuners, tunerById } from './queries.ts';

/** A tuner the caller belongs to; staff may look at any. To everybody else it does not exist. */
export async function ownTuner(db: Db, actor: Actor, id: number) {
  const mine = actor.signedIn && actor.tuners.some((tuner) => tuner.id === id);
  const tuner = mine || may(actor, 'admin') ? await tunerById(db, id) : undefined;
  if (!tuner) throw new Refusal('not_found');
  return { ...tuner, state: tuner.state as 'active' | 'suspended', owner: `tuner:${id}` as EarningOwner };
}

export async function listOwnTuners(db: Db, actor: Actor) {
  const rows = await ownTuners(
    db,
    actor.tuners.map(({ id }) => id),
  );
  return { data: rows.map((tuner) => ({ ...tuner, state: tuner.state as 'active' | 'suspended' })) };
}
