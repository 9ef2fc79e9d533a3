import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';

/** The records a customer can access: their own, and those of dealers they are currently a member of. */
export type Ownership = { readonly userId: number | null; readonly dealerIds: readonly number[] };

const idsOf = (dealers: readonly { readonly id: number }[]) => dealers.map(({ id }) => id);

/** For ordering, paying, downloading and changing: active dealers only. */
export const ownershipOf = (actor: Actor): Ownership => ({
  userId: actor.userId,
  dealerIds: actor.signedIn ? idsOf(actor.dealers) : [],
});

/** For reading purchases and debts, which stays possible while a dealer is suspended. */
export const moneyOwnershipOf = (actor: Actor): Ownership => ({
  userId: actor.userId,
  dealerIds: actor.signedIn ? [...idsOf(actor.dealers), ...idsOf(actor.suspended.dealers)] : [],
});

type Owned = { readonly user_id: number | null; readonly dealer_id: number | null };

/** A dealer's record belongs to its members, not to the person who placed it, who may have left. */
export const isOwnedBy = ({ userId, dealerIds }: Ownership, { user_id, dealer_id }: Owned): boolean =>
  dealer_id === null ? user_id !== null && user_id === userId : dealerIds.includes(dealer_id);

type Table = 'orders' | 'o' | 'catalog_purchases' | 'tune_requests' | 'r' | 't' | 'tickets';
const column = (table: Table, name: keyof Owned) => sql.ref(`${table}.${name}`);

/** The same as a condition on a table with the columns user_id and dealer_id. */
export const ownedBy = ({ userId, dealerIds }: Ownership, table: Table): RawBuilder<boolean> =>
  sql<boolean>`((${column(table, 'dealer_id')} is null and ${column(table, 'user_id')} = ${userId}::integer)
    or ${column(table, 'dealer_id')} = any(${[...dealerIds]}::integer[]))`;

/** A link mailed to the person who placed a dealer's record works while they are a member; acting on it needs an active dealer. */
export const linkHolds = (table: Table, to: 'read' | 'act'): RawBuilder<boolean> =>
  sql<boolean>`(${column(table, 'dealer_id')} is null or exists (
    select from dealers d left join dealer_members m on m.dealer_id = d.id and m.user_id = ${column(table, 'user_id')}
    where d.id = ${column(table, 'dealer_id')} and (${to === 'read'} or d.state = 'active')
      and (${column(table, 'user_id')} is null or m.user_id is not null)))`;
