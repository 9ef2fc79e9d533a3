import { adminMenuKeys } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { withConstraintMessages } from '../../platform/db/writes/constraint-violations.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';

type ViewFields = { name: string; query: string; columns: Record<string, boolean>; shared: boolean };

/** Saved views of one person on one list, and on all lists: the names of lists are not known here. */
const viewsMax = 50;
const viewsOfAllListsMax = 500;

const isStaff = (actor: SignedInActor) => adminMenuKeys(actor).length > 0;

const nameTaken = {
  noun: 'a view',
  constraints: { list_views_name: ['name', 'You have another view with this name.'] },
} as const;

function visible(db: Db, actor: SignedInActor) {
  const own = sql<boolean>`v.owner_id = ${actor.userId}`;
  return db
    .selectFrom('list_views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .leftJoin('list_view_defaults as d', (join) =>
      join.onRef('d.view_id', '=', 'v.id').on('d.user_id', '=', actor.userId),
    )
    .select(['v.id', 'v.name', 'v.query', 'v.shared', 'v.updated_at', 'u.name as owner'])
    .select(sql<Record<string, boolean>>`v.columns`.as('columns'))
    .select([own.as('mine'), sql<boolean>`d.view_id is not null`.as('is_default')])
    .where((eb) => (isStaff(actor) ? eb.or([own, eb('v.shared', '=', true)]) : own));
}

/** Own views first. A view that is not visible is not found. */
export const listViewsOf = (db: Db, actor: SignedInActor, list: string) =>
  visible(db, actor)
    .where('v.list', '=', list)
    .orderBy(sql`(v.owner_id = ${actor.userId}) desc, lower(v.name), v.id`)
    .limit(200)
    .execute();

async function viewById(db: Db, actor: SignedInActor, id: number) {
  const view = await visible(db, actor).where('v.id', '=', id).executeTakeFirst();
  if (!view) throw new Refusal('not_found');
  return view;
}

export async function createView(db: Db, actor: SignedInActor, list: string, fields: ViewFields) {
  requireStaffToShare(actor, fields.shared);
  // Concurrent calls count one after the other.
  await sql`select from users where id = ${actor.userId} for no key update`.execute(db);
  const { here, all } = await db
    .selectFrom('list_views')
    .select(sql<number>`count(*) filter (where list = ${list})::int`.as('here'))
    .select(sql<number>`count(*)::int`.as('all'))
    .where('owner_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (here >= viewsMax)
    throw new Refusal('conflict', { message: `You have ${viewsMax} views of this list. Delete one first.` });
  if (all >= viewsOfAllListsMax)
    throw new Refusal('conflict', { message: `You have ${viewsOfAllListsMax} views. Delete one first.` });
  const { columns, ...rest } = fields;
  const { id } = await withConstraintMessages(nameTaken, () =>
    db
      .insertInto('list_views')
      .values({ owner_id: actor.userId, list, ...rest, columns: JSON.stringify(columns) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return viewById(db, actor, id);
}

export async function updateView(db: Db, actor: SignedInActor, id: number, change: Partial<ViewFields>, now: Date) {
  requireStaffToShare(actor, change.shared);
  const { columns, ...rest } = change;
  const changed = await withConstraintMessages(nameTaken, () =>
    db
      .updateTable('list_views')
      .set({ ...rest, ...(columns ? { columns: JSON.stringify(columns) } : {}), updated_at: now })
      .where('id', '=', id)
      .where('owner_id', '=', actor.userId)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!changed) throw new Refusal('not_found');
  // A view that is no longer shared is no longer the default of others, who cannot see it.
  if (change.shared === false)
    await db.deleteFrom('list_view_defaults').where('view_id', '=', id).where('user_id', '<>', actor.userId).execute();
  return viewById(db, actor, id);
}

export async function deleteView(db: Db, actor: SignedInActor, id: number): Promise<void> {
  const gone = await db
    .deleteFrom('list_views')
    .where('id', '=', id)
    .where('owner_id', '=', actor.userId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw new Refusal('not_found');
}

export async function setDefaultView(db: Db, actor: SignedInActor, list: string, viewId: number | null): Promise<void> {
  if (viewId === null) {
    await db.deleteFrom('list_view_defaults').where('user_id', '=', actor.userId).where('list', '=', list).execute();
    return;
  }
  const view = await visible(db, actor).where('v.id', '=', viewId).where('v.list', '=', list).executeTakeFirst();
  if (!view) throw new Refusal('not_found');
  await db
    .insertInto('list_view_defaults')
    .values({ user_id: actor.userId, list, view_id: viewId })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: viewId }))
    .execute();
}

function requireStaffToShare(actor: SignedInActor, shared: boolean | undefined): void {
  if (shared && !isStaff(actor)) throw fieldRefusal({ shared: ['Only staff can share views.'] });
}
