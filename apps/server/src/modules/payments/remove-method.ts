import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findMethod, markMethodRemoved } from './method-queries.ts';

/**
 * Removes our record first, so that the method can no longer be used; if the provider does not respond, its record
 * remains unused.
 */
export async function removeMethod(
  platform: Platform,
  actor: Actor,
  owners: readonly string[],
  id: number,
): Promise<void> {
  const method = await platform.db.transaction().execute(async (tx) => {
    const found = await findMethod(tx, owners, id);
    if (!found) throw new Refusal('not_found');
    await markMethodRemoved(tx, id);
    await writeAudit(tx, actor, 'payments.remove-method', `payment-method:${id}`, { owner: found.owner });
    return found;
  });
  if (platform.payments?.name !== method.provider) return;
  await platform.payments
    .removeMethod(method.provider_method_id)
    .catch((error: unknown) => platform.log.warn({ err: error, method: id }, 'the provider kept a removed method'));
}
