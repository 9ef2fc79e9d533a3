import type { valueTransfers, valueTransfersAdmin } from '@tuneport/contract/tuning/value-transfers';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { presentBought } from '../../purchases/index.ts';
import { methodOf } from '../../store/index.ts';
import { presentRequest } from '../requests/present-request.ts';
import { readAsCustomer } from '../requests/read-request.ts';
import { viewerOf } from '../requests/request-policy.ts';
import { endTransfer } from './cancel-transfer.ts';
import { createTransfer } from './create-transfer.ts';
import { addEvidence, payDifference, withdrawTransfer } from './customer-transfer.ts';
import { inspectTransfer } from './inspect-transfer.ts';
import { lockOldByStaff, performTransfer, setNewByStaff, staffOf } from './perform-transfer.ts';
import { presentListed, presentRecord } from './present-transfer.ts';
import { reviewTransfer } from './review-transfer.ts';
import { listTransfers, lockTransfer } from './transfer-queries.ts';
import { undoTransfer } from './undo-transfer.ts';

export const valueTransferAdminRoutes = handlers<typeof valueTransfersAdmin>({
  'GET /v1/admin/instatune-value-transfers': async ({ db, query }) => {
    const page = await listTransfers(db, query);
    return { ...page, data: page.data.map(presentListed) };
  },
  'POST /v1/admin/instatune-value-transfers': async (context) => {
    const { db, actor, now, body } = context;
    const { id } = await createTransfer(context, signedIn(actor), body, 'staff');
    return presentRecord(db, id, actor, now);
  },
  'GET /v1/admin/instatune-value-transfers/:id': ({ db, actor, now, params }) =>
    presentRecord(db, params.id, actor, now),
  'GET /v1/admin/instatune-value-transfers/:id/inspect': ({ platform, params, now }) =>
    inspectTransfer(platform, params.id, now),
  'POST /v1/admin/instatune-value-transfers/:id/review': async (context) => {
    const { db, actor, now, params, body } = context;
    await reviewTransfer(context, signedIn(actor), params.id, body);
    return presentRecord(db, params.id, actor, now);
  },
  'POST /v1/admin/instatune-value-transfers/:id/cancel': async (context) => {
    const { db, actor, now, params, body } = context;
    const transfer = await lockTransfer(db, params.id);
    if (!transfer) throw new Refusal('not_found');
    await requireNotOwnBusiness(db, actor, { user: transfer.user_id, dealer: transfer.dealer_id });
    await endTransfer(context, transfer, 'cancel', staffOf(actor), body.reason);
    return presentRecord(db, params.id, actor, now);
  },
  'POST /v1/admin/instatune-value-transfers/:id/do-lock-old': async ({ db, platform, actor, now, params }) => {
    await lockOldByStaff({ platform, actor, now }, params.id, db);
    return presentRecord(db, params.id, actor, now);
  },
  'POST /v1/admin/instatune-value-transfers/:id/do-set-new-transfer-if-zero': async (context) => {
    const { db, actor, now, params, body } = context;
    await setNewByStaff(context, params.id, body);
    return presentRecord(db, params.id, actor, now);
  },
  'POST /v1/admin/instatune-value-transfers/:id/perform': async (context) => {
    const { db, actor, now, params, body } = context;
    await performTransfer(context, params.id, body);
    return presentRecord(db, params.id, actor, now);
  },
  'POST /v1/admin/instatune-value-transfers/:id/undo': async ({ db, platform, actor, now, params, body }) => {
    await undoTransfer(platform, signedIn(actor), params.id, body.reason, now);
    return presentRecord(db, params.id, actor, now);
  },
});

export const valueTransferRoutes = handlers<typeof valueTransfers>({
  'POST /v1/tune-requests/:id/value-transfer': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readAsCustomer(db, actor, params.id, 'lock');
    const input = { ...body, old_request_id: request.id, new_request_id: null };
    await createTransfer(context, signedIn(actor), input, 'customer');
    return presentRequest(db, await readAsCustomer(db, actor, params.id), viewerOf(actor));
  },
  'POST /v1/tune-requests/:id/value-transfer/evidence': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readAsCustomer(db, actor, params.id, 'lock');
    await addEvidence(context, request, signedIn(actor), body.evidence);
    return presentRequest(db, await readAsCustomer(db, actor, params.id), viewerOf(actor));
  },
  'POST /v1/tune-requests/:id/value-transfer/withdraw': async (context) => {
    const { db, actor, params } = context;
    const request = await readAsCustomer(db, actor, params.id, 'lock');
    await withdrawTransfer(context, request, signedIn(actor));
    return presentRequest(db, await readAsCustomer(db, actor, params.id), viewerOf(actor));
  },
  'POST /v1/tune-requests/:id/pay-difference': async ({ db, platform, actor, now, params, body }) => {
    const request = await readAsCustomer(db, actor, params.id);
    const { method, balance, total } = body;
    const tender = method ? methodOf(method) : balance && { balance };
    if (!tender) throw fieldRefusal({ method: ['Choose a payment method.'] });
    return presentBought(
      db,
      await payDifference(platform, { actor: signedIn(actor), now }, request, { tender, total }),
    );
  },
});
