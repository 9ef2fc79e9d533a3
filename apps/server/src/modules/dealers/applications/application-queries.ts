import type { ApplicationKind, ApplicationState } from '@tuneport/domain/dealers/application-states';
import { type Selectable, sql } from 'kysely';
import type { PartnerApplications } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';

export type Application = Omit<Selectable<PartnerApplications>, 'kind' | 'state'> & {
  readonly kind: ApplicationKind;
  readonly state: ApplicationState;
};

export const lockApplication = async (db: Db, id: number): Promise<Application | undefined> =>
  (await db.selectFrom('partner_applications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | Application
    | undefined;

const withUser = (db: Db) => db.selectFrom('partner_applications as a').innerJoin('users as u', 'u.id', 'a.user_id');
const userColumns = ['u.name as user_name', 'u.email as user_email'] as const;
export type ListedApplication = Application & { readonly user_name: string; readonly user_email: string };

export const applicationById = async (db: Db, id: number): Promise<ListedApplication | undefined> =>
  (await withUser(db).selectAll('a').select(userColumns).where('a.id', '=', id).executeTakeFirst()) as
    | ListedApplication
    | undefined;

type Filter = { page: number; state?: ApplicationState | undefined; search?: string | undefined };

export async function listApplications(db: Db, kind: ApplicationKind, { page, state, search }: Filter) {
  let query = withUser(db).where('a.kind', '=', kind);
  if (state) query = query.where('a.state', '=', state);
  if (search) {
    const pattern = containing(search);
    query = query.where((eb) =>
      eb.or([eb('a.name', 'ilike', pattern), eb('u.name', 'ilike', pattern), eb('u.email', 'ilike', pattern)]),
    );
  }
  const list = await pageOf(query, query.selectAll('a').select(userColumns).orderBy('a.id', 'desc'), page);
  return { ...list, data: list.data as ListedApplication[] };
}

/** A person rarely applies more than once; the limit bounds the reply. */
export const applicationsOfUser = async (
  db: Db,
  userId: number,
  kind: ApplicationKind | undefined,
): Promise<Application[]> => {
  let query = db.selectFrom('partner_applications').selectAll().where('user_id', '=', userId);
  if (kind) query = query.where('kind', '=', kind);
  return (await query.orderBy('id', 'desc').limit(20).execute()) as Application[];
};

export const filesOf = (db: Db, id: number) =>
  db
    .selectFrom('stored_files')
    .select(['id', 'name', sql<number>`size_bytes::int`.as('size_bytes')])
    .where('belongs_to', '=', `application:${id}`)
    .orderBy('created_at')
    .orderBy('name')
    .execute();

export const historyOf = (db: Db, id: number) =>
  db
    .selectFrom('partner_application_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'e.reason', 'u.name as by'])
    .where('e.application_id', '=', id)
    .orderBy('e.id')
    .execute();
