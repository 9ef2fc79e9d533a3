import type { dealerSettings } from '@tuneport/contract/dealers/dealer-settings';
import type { AddressFields } from '@tuneport/contract/identity/addresses';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { isPaused } from '@tuneport/domain/dealers/credit-control';
import { money, toWire } from '@tuneport/domain/money/money';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { checkAddress } from '../../identity/index.ts';
import { companyZone } from '../../settings/index.ts';
import { type GeocodedAddress, geocode, type Position, townOf } from '../geocoder.ts';
import { waitingCount } from '../purchase-approvals/approval-queries.ts';
import { dealerTools, tierById } from '../queries.ts';
import { limitOf } from './membership.ts';
import { stepsOf } from './onboarding.ts';
import { type OwnDealer, ownDealer } from './own-dealer.ts';
import { readSpendLimit } from './portal-members.ts';

type Change = z.output<(typeof dealerSettings)['PATCH /v1/dealers/:id/settings']['body']>;
type WireAddress = z.input<typeof AddressFields> | null;

export async function presentPortal(platform: Platform, db: Db, dealer: OwnDealer, userId: number | null, now: Date) {
  const steps = await stepsOf(db, dealer);
  return {
    id: dealer.id,
    slug: dealer.slug,
    name: dealer.name,
    state: dealer.state as 'active' | 'suspended',
    currency: dealer.currency,
    today: dayIn(now, await companyZone(platform)),
    preferred_display_currency: dealer.preferred_display_currency,
    kind: dealer.membership?.kind ?? null,
    may_manage: dealer.mayManage,
    steps_left: steps.filter(({ done }) => !done).length,
    account_paused: isPaused(dealer, now),
    approvals_waiting: await waitingCount(db, dealer.id, dealer.mayManage ? null : userId),
  };
}

export async function presentSettings(db: Db, dealer: OwnDealer) {
  const [tier, tools, specializations] = await Promise.all([
    dealer.tier_id === null ? null : tierById(db, dealer.tier_id),
    dealerTools(db, dealer.id),
    specializationsOf(db, dealer.id),
  ]);
  return {
    id: dealer.id,
    name: dealer.name,
    slug: dealer.slug,
    currency: dealer.currency,
    preferred_display_currency: dealer.preferred_display_currency,
    legal_name: dealer.legal_name,
    billing_email: dealer.billing_email,
    billing_address: dealer.billing_address as WireAddress,
    payment_days: dealer.payment_days,
    tier: tier ?? null,
    spend_limit: limitOf(dealer.spend_limit_minor, dealer.currency),
    listed: dealer.listed,
    about: dealer.about,
    website: dealer.website,
    phone: dealer.phone,
    directory_address: dealer.directory_address as WireAddress,
    notify_statements: dealer.notify_statements,
    notify_payments: dealer.notify_payments,
    tools: tools.map(({ id, name, install_fee_minor }) => ({
      id,
      name,
      install_fee: toWire(money(install_fee_minor, dealer.currency)),
    })),
    specializations,
    updated_at: dealer.updated_at,
  };
}

/** Saves the settings. The address is looked up before the transaction, because it may call an external geocoder. */
export async function saveSettings(
  platform: Platform,
  actor: Actor,
  ref: number | string,
  change: Change,
  readAt: Date,
  now: Date,
) {
  const dealer = await ownDealer(platform.db, actor, ref, 'manage');
  if (isStale(dealer.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentSettings(platform.db, dealer) });
  const position = await positionFor(platform, dealer, change.directory_address);
  return retryOnDeadlock(platform.db, (tx) => changeSettings(tx, actor, ref, change, readAt, now, position));
}

/** The position of a changed address; an unchanged address keeps its position, and the geocoder is not called. */
async function positionFor(
  platform: Platform,
  { directory_address: known, latitude, longitude }: OwnDealer,
  asked: Change['directory_address'],
): Promise<Position | null> {
  if (!asked) return null;
  const { address, errors } = checkAddress(asked, '');
  if (Object.keys(errors).length > 0) return null;
  const isKnown = latitude !== null && longitude !== null && samePlace(known as GeocodedAddress | null, address);
  return isKnown ? { latitude, longitude } : geocode(platform, address);
}

const samePlace = (known: GeocodedAddress | null, address: GeocodedAddress): boolean =>
  known !== null &&
  (['line1', 'city', 'state', 'postal_code', 'country_code'] as const).every(
    (part) => (known[part] ?? '') === (address[part] ?? ''),
  );

/** In a transaction. Without a position, that of the list of towns is used. */
export async function changeSettings(
  db: Db,
  actor: Actor,
  ref: number | string,
  change: Change,
  readAt: Date,
  now: Date,
  position: Position | null = change.directory_address ? townOf(change.directory_address) : null,
) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  if (isStale(dealer.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentSettings(db, dealer) });
  const errors: Record<string, string[]> = {};
  const checked = (name: 'billing_address' | 'directory_address') => {
    const address = change[name];
    if (address === undefined) return {};
    const place =
      name === 'directory_address'
        ? { latitude: position?.latitude ?? null, longitude: position?.longitude ?? null }
        : {};
    if (address === null) return { [name]: null, ...place };
    const result = checkAddress(address, `${name}.`);
    Object.assign(errors, result.errors);
    return { [name]: JSON.stringify(result.address), ...place };
  };
  const { spend_limit, billing_address: _, directory_address: __, ...plain } = change;
  const row = {
    ...plain,
    ...checked('billing_address'),
    ...checked('directory_address'),
    ...(spend_limit === undefined ? {} : { spend_limit_minor: readSpendLimit(spend_limit, dealer.currency) }),
  };
  const address = change.directory_address === undefined ? dealer.directory_address : change.directory_address;
  if ((change.listed ?? dealer.listed) && !address)
    errors.directory_address = ['Enter the address that the directory shows.'];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  await db
    .updateTable('dealers')
    .set({ ...row, updated_at: nextUpdatedAt(dealer.updated_at, now) })
    .where('id', '=', dealer.id)
    .execute();
  await writeAudit(db, actor, 'dealers.change-settings', `dealer:${dealer.id}`, { after: change });
  await bumpArea(db, 'dealers');
  return presentSettings(db, await ownDealer(db, actor, dealer.id));
}

export const listSpecializations = (db: Db) =>
  db.selectFrom('dealer_specializations').select(['id', 'slug', 'name']).orderBy('position').orderBy('id').execute();

const specializationsOf = (db: Db, dealerId: number) =>
  db
    .selectFrom('dealer_specialization_links as l')
    .innerJoin('dealer_specializations as s', 's.id', 'l.specialization_id')
    .select(['s.id', 's.slug', 's.name'])
    .where('l.dealer_id', '=', dealerId)
    .orderBy('s.position')
    .orderBy('s.id')
    .execute();

/** Replaces the list. */
export async function setSpecializations(db: Db, actor: Actor, ref: number | string, ids: readonly number[]) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  const known = new Set((await listSpecializations(db)).map(({ id }) => id));
  const wanted = [...new Set(ids)];
  const unknown = wanted.filter((id) => !known.has(id));
  if (unknown.length > 0) throw fieldRefusal({ ids: [`There is no specialization ${unknown[0]}.`] });
  const before = await specializationsOf(db, dealer.id);
  await db.deleteFrom('dealer_specialization_links').where('dealer_id', '=', dealer.id).execute();
  if (wanted.length > 0)
    await db
      .insertInto('dealer_specialization_links')
      .values(wanted.map((specialization_id) => ({ dealer_id: dealer.id, specialization_id })))
      .execute();
  const after = await specializationsOf(db, dealer.id);
  await writeAudit(db, actor, 'dealers.set-specializations', `dealer:${dealer.id}`, { before, after });
  await bumpArea(db, 'dealers');
  return after;
}
