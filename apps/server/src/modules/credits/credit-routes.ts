import type { tuneCredits } from '@tuneport/contract/credits/tune-credits';
import type { tuneCreditsAdmin } from '@tuneport/contract/credits/tune-credits-admin';
import { type Actor, signedIn } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { handlers } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { brandOf, presentDealRecord } from '../dealers/index.ts';
import { requireNotOwnBusiness } from '../ledger/index.ts';
import { settingsOf } from '../settings/index.ts';
import { checkCode, claimCode, claimWaiting } from './claim-code.ts';
import { creditCodeById, listCreditCodes } from './code-queries.ts';
import { createCreditCode } from './create-code.ts';
import { requireCreditAllowance } from './credit-allowance.ts';
import { usesOfLot } from './credit-queries.ts';
import { refundDeal } from './deals/refund-deal.ts';
import { withdrawCreditCode } from './end-code.ts';
import { grantCredits, takeBackCredits } from './grant-credits.ts';
import { listLots } from './list-lots.ts';
import { giverOf, presentAdminLot, presentCode, presentCredits, presentLots, useLabels } from './present-credits.ts';

export const tuneCreditRoutes = handlers<typeof tuneCredits>({
  'GET /tune-credits': ({ db, actor, now }) => presentCredits(db, signedIn(actor), now),
  'POST /tune-credit-codes/autoclaim': async ({ db, actor, now }) => ({
    credits: await presentLots(db, await claimWaiting(db, signedIn(actor).userId, now)),
  }),
  'GET /tune-credit-codes/:code/check': async ({ db, params, now }) => {
    const row = await checkCode(db, params.code, now);
    return {
      kind: row.kind,
      amount: row.units,
      giver: giverOf(row),
      note: row.note,
      expires_at: row.expires_at,
      bound: row.recipient !== null,
      brand: await brandOf(db, row.dealer_id),
    };
  },
  'POST /tune-credit-codes/:code/claim': async ({ db, actor, params, now }) => {
    const { lotIds } = await claimCode(db, params.code, signedIn(actor).userId, now);
    return { credits: await presentLots(db, lotIds) };
  },
});

/** Codes count like grants; a code for a known address is a grant to its owner. */
async function requireMayMakeCode(
  db: Db,
  platform: Platform,
  actor: Actor,
  { recipient, units }: { readonly recipient: string; readonly units: number },
  now: Date,
): Promise<void> {
  const { userId } = signedIn(actor);
  const owner = recipient === '' ? null : await userByEmail(db, recipient);
  await requireNotOwnBusiness(db, actor, { user: owner?.id });
  await requireCreditAllowance(db, await settingsOf({ db, versions: platform.versions }), { userId, now }, units);
}

const userByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();

async function lotRecord(db: Db, id: number, now: Date) {
  const { data } = await listLots(db, { page: 1, id }, now);
  const [row] = data;
  if (!row) throw new Refusal('not_found');
  const uses = (await usesOfLot(db, id)).map((use) => ({
    at: use.at,
    units: -use.units,
    words: `${useLabels(use)}${{ held: ', reserved', returned: ', returned', done: '', void: '' }[use.state]}`,
    purchase_id: use.what === 'spend' && use.state === 'done' ? Number(use.subject.split(':')[1]) : null,
  }));
  return { ...presentAdminLot(row, now), uses };
}

export const tuneCreditAdminRoutes = handlers<typeof tuneCreditsAdmin>({
  'GET /v1/admin/tune-credits': async ({ db, query, now }) => {
    const page = await listLots(db, query, now);
    return { ...page, data: page.data.map((row) => presentAdminLot(row, now)) };
  },
  'GET /v1/admin/tune-credits/:id': ({ db, params, now }) => lotRecord(db, params.id, now),
  'POST /v1/admin/tune-credits': async ({ db, platform, actor, body, now }) => {
    const limits = await settingsOf({ db, versions: platform.versions });
    const id = await grantCredits(db, actor, { ...body, expiresAt: body.valid_until }, now, limits);
    return lotRecord(db, id, now);
  },
  'POST /v1/admin/tune-credits/:id/take-back': async ({ db, actor, params, body, now }) => {
    await takeBackCredits(db, actor, { id: params.id, reason: body.reason, now });
    return lotRecord(db, params.id, now);
  },
  'POST /v1/admin/dealer-credit-deals/:id/refund': async ({ platform, actor, params, body, requestKey }) => {
    await refundDeal(platform, actor, { id: params.id, reason: body.reason, requestKey });
    return presentDealRecord(platform.db, params.id);
  },
  'GET /v1/admin/tune-credit-codes': async ({ db, query }) => {
    const page = await listCreditCodes(db, { ...query, dealerId: query.dealer });
    return { ...page, data: page.data.map(presentCode) };
  },
  'GET /v1/admin/tune-credit-codes/:id': async ({ db, params }) => {
    const code = await creditCodeById(db, params.id);
    if (!code) throw new Refusal('not_found');
    return presentCode(code);
  },
  'POST /v1/admin/tune-credit-codes': async ({ db, platform, actor, body, now }) => {
    if (body.valid_until && body.valid_until <= now) throw fieldRefusal({ valid_until: ['Choose a future date.'] });
    await requireMayMakeCode(db, platform, actor, body, now);
    const { publicOrigin } = platform.config;
    const { row, code } = await createCreditCode(db, publicOrigin, {
      kind: body.kind,
      units: body.units,
      recipient: body.recipient === '' ? undefined : body.recipient,
      note: body.note,
      expiresAt: body.valid_until,
      actorId: actor.userId,
      now,
    });
    await writeAudit(db, actor, 'credit-codes.create', `credit-code:${row.id}`, {
      kind: body.kind,
      units: body.units,
      recipient: body.recipient,
    });
    return { ...presentCode(row), code, link: `${publicOrigin}/tcc/${code}` };
  },
  'DELETE /v1/admin/tune-credit-codes/:id': async ({ db, actor, params, now }) => {
    await withdrawCreditCode(db, { id: params.id, now });
    await writeAudit(db, actor, 'credit-codes.withdraw', `credit-code:${params.id}`);
  },
});
