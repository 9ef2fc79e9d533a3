import { authorisationDays } from '@tuneport/domain/payments/payment-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Platform } from '../../../platform/platform.ts';
import { PaymentRefusal } from '../payment-refusal.ts';
import { findOut } from '../perform-payment.ts';
import { authorisedBefore, claimAttempts, claimEvents, claimRefunds } from '../queries.ts';
import { performRefund } from '../refunds/refund-payment.ts';
import { workOn } from '../take-event.ts';
import { voidPayment } from '../void-payment.ts';

const mostAtOnce = 50;

type Swept = { attempts: number; events: number; refunds: number; voided: number };

/**
 * Resolves payments left open by a crash, a lost response or an unresponsive provider. Safe to run in several processes
 * concurrently.
 */
export async function sweepPayments(platform: Platform, signal?: AbortSignal): Promise<Swept> {
  const { db, log, payments: provider } = platform;
  const swept: Swept = { attempts: 0, events: 0, refunds: 0, voided: 0 };
  if (!provider?.reachable) return swept;
  const now = platform.clock.now();
  // The log gets the ids of an item: the rest is the method of payment, or what the provider knows of the payer.
  const each = async <T>(
    list: readonly T[],
    kind: keyof Swept,
    idsOf: (item: T) => Readonly<Record<string, number | string>>,
    act: (item: T) => Promise<unknown>,
  ) => {
    for (const item of list) {
      if (signal?.aborted) return;
      try {
        await act(item);
        swept[kind] += 1;
      } catch (error) {
        // Still no response, or declined and recorded: the next run handles it.
        if (!(error instanceof PaymentRefusal))
          log.error({ err: error, ...idsOf(item) }, 'an open payment could not be settled');
      }
    }
  };
  await each(
    await claimAttempts(db, now, mostAtOnce),
    'attempts',
    ({ payment, attempt }) => ({ payment: payment.id, attempt: attempt.id }),
    async (prepared) => {
      if (prepared.payment.provider === provider.name) await findOut(platform, prepared, 'sweep');
    },
  );
  const events = await claimEvents(db, provider.name, now, mostAtOnce);
  await each(
    events,
    'events',
    ({ id }) => ({ event: id }),
    (event) => workOn(platform, event),
  );
  const refunds = await claimRefunds(db, now, mostAtOnce);
  await each(
    refunds,
    'refunds',
    (id) => ({ refund: id }),
    (id) => performRefund(platform, id),
  );
  const old = await authorisedBefore(db, new Date(now.getTime() - authorisationDays * dayMs), mostAtOnce);
  await each(
    old,
    'voided',
    (subject) => ({ subject }),
    (subject) => voidPayment(platform, subject, { actorId: null, reason: 'Authorized but not captured in time.' }),
  );
  return swept;
}
