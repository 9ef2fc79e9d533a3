import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValueTransferCause } from '@tuneport/domain/tuning/value-transfer-states';
import { createTransfer, performTransfer, reviewTransfer } from '../modules/tuning/index.ts';
import type { Platform } from '../platform/platform.ts';
import { advanceRequest } from './advance-request.ts';
import { actorOf, casey, sellable } from './purchases.ts';

type Demo = {
  readonly seed: number;
  readonly cause: ValueTransferCause;
  readonly reason: string;
  readonly evidence: string;
  readonly review?: Parameters<typeof reviewTransfer>[3];
  readonly perform?: true;
};

const demos: readonly Demo[] = [
  {
    seed: 41,
    cause: 'dead_controller',
    reason: 'The control unit failed and was replaced under warranty.',
    evidence: 'New part number 8E0906018Q, invoice of the workshop in the ticket.',
    review: { decision: 'approve', note: 'Invoice checked.' },
    perform: true,
  },
  {
    seed: 42,
    cause: 'other_vehicle',
    reason: 'The car was sold; the customer has bought another one.',
    evidence: 'Registration of the new car.',
    review: { decision: 'approve', value: '100.00', note: '' },
    perform: true,
  },
  {
    seed: 43,
    cause: 'upgrade',
    reason: 'Wants the next stage with the new turbocharger.',
    evidence: '',
    review: { decision: 'approve', note: '' },
  },
  { seed: 44, cause: 'wrong_choice', reason: 'Ordered for the wrong fuel.', evidence: '' },
  {
    seed: 45,
    cause: 'other_vehicle',
    reason: 'Would like to use it in the car of a friend.',
    evidence: '',
    review: { decision: 'reject', note: 'A value can only move to another request of the same customer.' },
  },
];

/** Value transfers in several states: performed, awaiting a difference, approved, requested and declined. Idempotent. */
export async function buildDemoTransfers(platform: Platform, now: Date): Promise<void> {
  if (platform.payments?.name !== 'test') return;
  const [buyer, tuner, reviewer, admin, second] = await Promise.all(
    ['customer', 'tuner', 'cms-tuner', 'admin', 'super'].map((address) => actorOf(platform, address)),
  );
  const [car] = await sellable(platform);
  if (!buyer || !tuner || !reviewer || !admin || !second || !car) return;
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-demo-'));
  const at = { open: now, claim: now, result: now, approve: now };
  const sizeBytes = 131_072;
  const bring = (seed: number, until: 'priced' | 'delivered') =>
    advanceRequest(
      platform,
      {
        key: `demo transfer ${seed}`,
        seed,
        mode: 'automatic',
        folder,
        sizeBytes,
        buyer,
        billing: casey,
        tuner,
        reviewer,
        car,
        at,
      },
      until,
    );
  const within = <T>(act: (bench: { db: Platform['db']; platform: Platform; now: Date }) => Promise<T>) =>
    platform.db.transaction().execute((db) => act({ db, platform, now }));
  try {
    for (const { seed, cause, reason, evidence, review, perform } of demos) {
      const old = await bring(seed, 'delivered');
      const next = perform || review?.decision === 'approve' ? await bring(seed + 10, 'priced') : null;
      const known = await platform.db
        .selectFrom('value_transfers')
        .select(['id', 'state'])
        .where('old_request_id', '=', old)
        .executeTakeFirst();
      const input = { old_request_id: old, new_request_id: next, cause, reason, evidence };
      const { id, state } = known ?? (await within((bench) => createTransfer(bench, admin, input, 'staff')));
      if (review && state === 'requested') await within((bench) => reviewTransfer(bench, second, id, review));
      if (perform && (state === 'requested' || state === 'approved'))
        await performTransfer({ platform, actor: admin, now }, id, {});
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
