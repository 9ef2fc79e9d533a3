import { isAdmin, seesDealerMaterial } from '@tuneport/domain/identity/permissions';
import { countdownLimitMs } from '@tuneport/domain/promotions/sale';
import type { Actor } from '../../platform/actor.ts';
import { presentSale } from './present.ts';
import { latestAlerts, latestSales } from './queries.ts';
import { cachedUntilSettingsChange } from './read-settings.ts';

/** Alerts and sales are cached for all visitors; audience and time are checked per request in memory. */
export const noticesOf = cachedUntilSettingsChange(async (db) => {
  const [alerts, sales] = await Promise.all([latestAlerts(db), latestSales(db)]);
  return { alerts, sales };
});

/** Sales that may be running for this buyer, as pricing input. Creators cannot use their own codes. */
export const salesFor = async (platform: Parameters<typeof noticesOf>[0], { userId }: Pick<Actor, 'userId'>) =>
  (await noticesOf(platform)).sales
    .filter(
      ({ code, changed_by, editors }) =>
        code === null || userId === null || (changed_by !== userId && !editors.includes(userId)),
    )
    .map(presentSale);

type Notices = Awaited<ReturnType<typeof noticesOf>>;

const audiences: Readonly<Record<string, (actor: Actor) => boolean>> = {
  everyone: () => true,
  users: (actor) => actor.signedIn,
  dealers: (actor) => actor.signedIn && (seesDealerMaterial(actor.role) || actor.dealers.length > 0),
  staff: (actor) => actor.signedIn && isAdmin(actor.role),
};

export function alertsFor({ alerts }: Notices, actor: Actor, now: Date) {
  return alerts
    .filter((alert) => alert.starts_at <= now && (alert.ends_at === null || alert.ends_at > now))
    .filter((alert) => audiences[alert.audience]?.(actor) === true)
    .sort((a, b) => b.starts_at.getTime() - a.starts_at.getTime() || b.id - a.id)
    .map(({ id, text, level }) => ({ id, text, level: level as 'info' | 'good' | 'careful' | 'bad' }));
}

/** Running sales, and those that start while a page may stay open. */
export function salesToShow({ sales }: Notices, now: Date) {
  return sales
    .filter((sale) => sale.ends_at > now && sale.starts_at.getTime() <= now.getTime() + countdownLimitMs)
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime() || a.id - b.id)
    .map(presentSale);
}
