import type { Client, TestServer } from '../server.ts';
import { flashImage, matchedRequest, queuedRequest, sendFile, takeRequestStep, tuned, tunerOf } from '../tuning.ts';

type Shop = {
  readonly engine: { readonly id: number };
  readonly tune: { readonly id: number };
  readonly tool: { readonly id: number };
};

/** A paid and delivered request with the path of its file. */
export async function deliveredRequest(people: { customer: Client; tuner: Client; colleague: Client }, shop: Shop) {
  const request = await queuedRequest(people.customer, shop);
  await takeRequestStep(people.tuner, request.id, 'claim');
  const file = { name: 'tuned.bin', bytes: tuned(request.bytes) };
  const made = await sendFile(people.tuner, request.id, 'result', file);
  await takeRequestStep(people.colleague, request.id, 'approve');
  return { ...request, path: `/api/v1/tune-requests/${request.id}/files/${made.body.id}` };
}

/** A request with chosen tunes that waits for its payment. */
export async function unpaidRequest(customer: Client, shop: Shop, tuneId = shop.tune.id) {
  const request = await matchedRequest(customer, shop.engine.id, flashImage());
  const { body } = await customer.call('POST /v1/tune-requests/:id/estimate', {
    params: request.params,
    body: { tune_ids: [tuneId], tools: [shop.tool.id] },
  });
  return { ...request, total: body.total };
}

export const newTransfer = (staff: Client, old_request_id: number, new_request_id: number | null, more: object = {}) =>
  staff.call('POST /v1/admin/instatune-value-transfers', {
    body: { old_request_id, new_request_id, cause: 'dead_controller', reason: 'The control unit died.', ...more },
  });

export const reviewTransfer = (staff: Client, id: number, body: object = { decision: 'approve' }) =>
  staff.call('POST /v1/admin/instatune-value-transfers/:id/review', { params: { id }, body });

/** The number of ledger transfers, to prove that nothing was written. */
export const ledgerSize = async ({ db }: TestServer): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('ledger_transfers')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

const stages = ['requested', 'approved', 'old_locked', 'new_set', 'performed', 'awaiting_difference'] as const;

/** A transfer in this state, with everyone who takes part in it. */
export async function transferIn(
  server: TestServer,
  shop: Shop & { tuner: { id: number } },
  state: (typeof stages)[number],
) {
  await server.db.deleteFrom('rate_limits').execute();
  const [customer, staff, reviewer] = [await server.as({}), await server.as({ role: 3 }), await server.as({ role: 3 })];
  const [tuner, colleague] = [await tunerOf(server, shop.tuner.id), await tunerOf(server, shop.tuner.id)];
  const old = await deliveredRequest({ customer, tuner, colleague }, shop);
  const next = await unpaidRequest(customer, shop);
  const { id } = (await newTransfer(staff, old.id, next.id)).body;
  const params = { id };
  const at = stages.indexOf(state);
  const value = state === 'awaiting_difference' ? { value: '100.00' } : {};
  if (at > 0) await reviewTransfer(reviewer, id, { decision: 'approve', ...value });
  if (at === 2 || at === 3) await staff.call('POST /v1/admin/instatune-value-transfers/:id/do-lock-old', { params });
  if (at === 3)
    await staff.call('POST /v1/admin/instatune-value-transfers/:id/do-set-new-transfer-if-zero', { params, body: {} });
  if (at > 3) await staff.call('POST /v1/admin/instatune-value-transfers/:id/perform', { params, body: {} });
  return { id, params, customer, staff, reviewer, old, next };
}
