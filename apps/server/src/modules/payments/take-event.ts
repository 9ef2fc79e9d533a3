import { setTimeout as sleep } from 'node:timers/promises';
import { type ProviderEvent, ProviderRefused, WrongSignature } from '../../platform/payments/provider.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { providerOf } from './perform-payment.ts';
import { at } from './points.ts';
import { liveAttemptOf, markEvent, paymentOfIntent, storeEvent } from './queries.ts';
import { refundByProvider } from './refunds/refund-queries.ts';
import { settleDispute } from './refunds/settle-dispute.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The provider expects a response within a second; longer work continues after it, and the sweeper retries it if
 * needed.
 */
const answerWithinMs = 700;

/** Stores a provider event once and processes it. Its content is not trusted: the state is read from the provider. */
export async function takeEvent(platform: Platform, bytes: Buffer, signature: string | undefined): Promise<void> {
  const provider = providerOf(platform);
  const event = read();
  if (!(await storeEvent(platform.db, provider.name, event))) return;
  await at('event-kept');
  const work = workOn(platform, event).catch((error: unknown) =>
    platform.log.warn({ err: error, event: event.id, type: event.type }, 'an event waits for another try'),
  );
  const clock = new AbortController();
  await Promise.race([work, sleep(answerWithinMs, undefined, { signal: clock.signal, ref: false }).catch(() => {})]);
  clock.abort();

  function read(): ProviderEvent {
    try {
      return provider.readEvent(bytes, signature, platform.clock.now());
    } catch (error) {
      if (error instanceof WrongSignature) throw new Refusal('bad_request', { message: error.message });
      throw error;
    }
  }
}

export async function workOn(platform: Platform, event: ProviderEvent): Promise<void> {
  const outcome = event.about === null ? 'not about a payment' : await settle(platform, event.about).catch(notThere);
  await markEvent(platform.db, providerOf(platform).name, event.id, outcome);
}

/** The provider responds but does not know the object of the event, so it is not ours. */
function notThere(error: unknown): string {
  if (error instanceof ProviderRefused) return 'not there';
  throw error;
}

async function settle(platform: Platform, about: NonNullable<ProviderEvent['about']>): Promise<string> {
  const provider = providerOf(platform);
  switch (about.kind) {
    case 'intent': {
      const intent = await provider.retrieve(about.id);
      const payment = await paymentOfIntent(platform.db, provider.name, intent.id, intent.reference);
      if (!payment) return 'not ours';
      const attempt = payment.state === 'requires_action' ? await liveAttemptOf(platform.db, payment.id) : null;
      const { already, payment: now } = await settlePayment(platform, payment, intent, 'event', attempt);
      return already ? 'known' : now.state;
    }
    case 'refund': {
      const facts = await provider.retrieveRefund(about.id);
      const refund = await refundByProvider(platform.db, facts.id, facts.reference);
      return refund ? (await settleRefund(platform, refund, facts)).state : 'not ours';
    }
    case 'dispute': {
      const dispute = await provider.retrieveDispute(about.id);
      const payment = dispute.intentId && (await paymentOfIntent(platform.db, provider.name, dispute.intentId, null));
      if (!payment) return 'not ours';
      await settleDispute(platform, payment, dispute);
      return dispute.status;
    }
  }
}
