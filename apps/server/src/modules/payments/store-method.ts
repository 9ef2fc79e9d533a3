import type { Actor } from '../../platform/actor.ts';
import { ProviderRefused, ProviderSilent } from '../../platform/payments/provider.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { customerOf, insertCustomer, insertMethod, listStoredMethods, type MethodRow } from './method-queries.ts';
import type { Payer } from './payment.ts';
import { PaymentRefusal } from './payment-refusal.ts';
import { providerOf } from './perform-payment.ts';

const methodsMax = 20;

/** The provider's customer record of a user or dealer, created when the first method is stored. */
export async function ensureCustomer(platform: Platform, owner: Payer): Promise<string> {
  const provider = providerOf(platform);
  const known = await customerOf(platform.db, owner, provider.name);
  if (known) return known;
  const made = await asPayment(() => provider.makeCustomer({ key: `customer.${owner}`, owner }));
  return insertCustomer(platform.db, owner, provider.name, made);
}

/** Stores the token that the provider's form created from a card; the card data never reaches us. */
export async function storeMethod(platform: Platform, actor: Actor, owner: Payer, token: string): Promise<MethodRow> {
  const provider = providerOf(platform);
  if ((await listStoredMethods(platform.db, owner, provider.name)).length >= methodsMax)
    throw new Refusal('conflict', { message: `You can save at most ${methodsMax} payment methods. Remove one first.` });
  const customer = await ensureCustomer(platform, owner);
  const stored = await asPayment(() => provider.saveMethod({ key: `keep.${owner}.${token}`, customer, method: token }));
  return platform.db.transaction().execute(async (tx) => {
    const row = await insertMethod(tx, owner, provider.name, stored);
    await writeAudit(tx, actor, 'payments.store-method', `payment-method:${row.id}`, { owner });
    return row;
  });
}

async function asPayment<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderSilent) throw new PaymentRefusal('network_down_retry');
    if (error instanceof ProviderRefused) throw new PaymentRefusal(error.refused.kind);
    throw error;
  }
}
