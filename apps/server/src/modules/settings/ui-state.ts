import { effectiveRights, type Role, type UserFlag } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { ClientInfo, Region } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { alertsFor, noticesOf, salesToShow } from './notices.ts';
import { publicSettings } from './public-settings.ts';
import { hiddenCodes, noVisitor, type VisitorRow, visitorRow } from './queries.ts';
import { settingsOf } from './read-settings.ts';
import { visitorIds } from './visitor-id.ts';

type Visit = {
  actor: Actor;
  clientInfo: Pick<ClientInfo, 'address' | 'userAgent' | 'forAll'>;
  region: Region;
  now: Date;
};

/** Read with every change of page: one statement in addition to the one that finds the actor; the rest is in memory. */
export async function uiState(platform: Platform, visit: Visit) {
  const [settings, notices, personal] = await Promise.all([
    settingsOf(platform),
    noticesOf(platform),
    personalState(platform, visit),
  ]);
  return {
    ...personal,
    sales: salesToShow(notices, visit.now),
    settings: publicSettings(settings, visit.region, platform.config),
  };
}

/** The part that depends on the visitor. Never cached. */
export async function personalState(platform: Platform, { actor, clientInfo, now }: Omit<Visit, 'region'>) {
  const [notices, row] = await Promise.all([noticesOf(platform), visitorOf(platform, actor, clientInfo, now)]);
  const { user, dealer, tuner, affiliate, unread, hcodes } = row;
  return {
    user: user && presentUser(user, actor),
    // A page for all visitors is the same for guests.
    guest: actor.guest && !clientInfo.forAll ? { email: actor.guest.guestEmail } : null,
    second_factor_missing: actor.withheld,
    alerts: alertsFor(notices, actor, now),
    dealer,
    tuner,
    affiliate,
    suspended: isSuspendedAnywhere(actor) ? actor.suspended : null,
    dealer_onboarding_progress: dealer && onboardingProgress(dealer),
    unread_notifications: unread,
    codes: [],
    hcodes,
  };
}

/** The effective role and flags, not the stored ones: a suspended partner loses the rights it granted. */
function presentUser({ role, f, ...user }: NonNullable<VisitorRow['user']>, actor: Actor) {
  const rights = effectiveRights({ role: role as Role, flags: f as UserFlag[] }, actor, actor.suspended);
  return { ...user, role: rights.role, f: [...rights.flags] };
}

const isSuspendedAnywhere = ({ suspended: { dealers, tuners, affiliates } }: Actor): boolean =>
  dealers.length + tuners.length + affiliates.length > 0;

/** For anonymous visitors only the tag codes depend on the database, so the site works without it. */
async function visitorOf(
  platform: Platform,
  actor: Actor,
  clientInfo: Visit['clientInfo'],
  now: Date,
): Promise<VisitorRow> {
  if (clientInfo.forAll) return noVisitor;
  try {
    const { all } = await visitorIds(platform.db, clientInfo, now);
    if (actor.userId === null) return { ...noVisitor, hcodes: await hiddenCodes(platform.db, all) };
    return await visitorRow(platform.db, { userId: actor.userId, visitors: all });
  } catch (error) {
    if (actor.userId !== null) throw error;
    platform.log.warn({ err: error }, 'the codes of a visitor could not be read');
    return noVisitor;
  }
}

/** The steps that are known here; the dealer area adds its own. */
function onboardingProgress(dealer: NonNullable<VisitorRow['dealer']>) {
  return [{ step: 'first_member', done: dealer.members > 1 }];
}
