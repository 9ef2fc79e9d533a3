import { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { membershipIn } from '@tuneport/domain/identity/permissions';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Region } from '../../../../platform/http/context.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { estimate, estimateByHash, storedInput } from '../../../catalog/index.ts';
import {
  type Bought,
  buyTunes,
  cancelFailedPurchase,
  estimateWithCredits,
  type PurchaseInput,
  purchaseOfRequest,
  quotePurchase,
  requestApproval,
  requireNotSoldAsCredits,
  type Tender,
} from '../../../purchases/index.ts';
import { requirePossible } from '../change-request.ts';
import { readAsCustomer, readForCustomer } from '../read-request.ts';
import { isCustomerOf, viewerOf } from '../request-policy.ts';
import { type RequestRow, requestById } from '../request-queries.ts';
import { touchRequest } from '../step-request.ts';
import { choiceChanged } from './follow-purchase.ts';

type CallContext = {
  readonly actor: SignedInActor;
  readonly now: Date;
  /** The last tracking tag by which the buyer came. */
  readonly tag?: string | undefined;
};

/** A request the actor may pay for: their own, with tunes to choose, and not paid yet. */
async function payable(platform: Platform, { actor }: CallContext, id: number, also?: 'staff'): Promise<RequestRow> {
  const read = also === 'staff' ? readForCustomer : readAsCustomer;
  const request = await read(platform.db, actor, id);
  if (request.state === 'matched') return request;
  if (await purchaseOfRequest(platform.db, id))
    throw new Refusal('already_committed', { message: 'This request is already paid.' });
  throw new Refusal('invalid_transition', {
    message: 'Choose your car first, then its tunes.',
    allowed: ['supply'],
  });
}

type RequestSelection = {
  readonly tune_ids: readonly number[];
  readonly tools: number[];
  readonly codes: string[];
  readonly currency?: string | undefined;
  readonly dealer?: string | undefined;
  readonly installer?: string | undefined;
  /** Lots of tune credits to apply first. */
  readonly credits?: readonly number[] | undefined;
};

/** Prices the chosen tunes and stores the estimate, which will be charged. */
export async function estimateRequest(platform: Platform, call: CallContext, id: number, input: RequestSelection) {
  const request = await payable(platform, call, id, 'staff');
  await requireIdle(platform, call, request);
  const ids = [...new Set(input.tune_ids)];
  if (ids.length === 0) throw fieldRefusal({ tune_ids: ['Choose at least one tune.'] });
  const picked = await requirePossible(platform, request, ids);
  // Parsed like a request body: the estimate hash covers the exact selection.
  const selection = EstimateInput.parse({
    ...picked,
    tools: input.tools,
    codes: input.codes,
    ...(input.currency === undefined ? {} : { currency: input.currency }),
    ...dealerOf(call.actor, request, input),
    ...(input.installer === undefined ? {} : { installer: input.installer }),
  });
  const region = request.region as Region;
  const made = await estimate(platform.db, platform, {
    actor: call.actor,
    region,
    now: call.now,
    input: selection,
  });
  requireNotSoldAsCredits(
    made.lines.filter(({ derivation }) => derivation.some(({ kind }) => kind === 'split-credits')),
  );
  const paid = await estimateWithCredits(platform, { ...call, region, requestId: id }, made, input.credits ?? []);
  await platform.db.transaction().execute(async (db) => {
    const locked = await requestById(db, id, 'lock');
    if (locked?.state !== 'matched' || (await purchaseOfRequest(db, id)))
      throw new Refusal('already_committed', { message: 'A payment for this request is in progress.' });
    await touchRequest({ db, now: call.now }, locked, {
      tune_ids: ids,
      estimate_hash: made.hash,
      credit_ids: [...(input.credits ?? [])],
    });
  });
  return paid;
}

/** The named dealer; for a member of several, the one of the request. */
function dealerOf(
  actor: SignedInActor,
  { dealer_id }: RequestRow,
  { dealer }: RequestSelection,
): { dealer?: string | undefined } {
  if (dealer !== undefined) return { dealer };
  const isFirst = dealer_id === actor.dealers[0]?.id;
  return dealer_id !== null && !isFirst && membershipIn(actor, dealer_id) ? { dealer: String(dealer_id) } : {};
}

/** A new choice by the customer abandons a declined payment attempt; other actors cannot end it. */
async function requireIdle(platform: Platform, { actor, now }: CallContext, request: RequestRow): Promise<void> {
  const current = isCustomerOf(viewerOf(actor), request)
    ? await platform.db
        .transaction()
        .execute((db) => cancelFailedPurchase(db, request.id, { actorId: actor.userId, now }))
    : await purchaseOfRequest(platform.db, request.id);
  if (current) throw new Refusal('already_committed', { message: 'A payment for this request is in progress.' });
}

/** Re-prices a request with different credits; everything else stays as last priced. */
export async function applyCredits(platform: Platform, call: CallContext, id: number, credits: readonly number[]) {
  const request = await payable(platform, call, id);
  const last = request.estimate_hash === null ? null : await estimateByHash(platform.db, request.estimate_hash);
  const input = storedInput(last?.selection);
  return estimateRequest(platform, call, id, {
    tune_ids: request.tune_ids,
    tools: input?.tools ?? [],
    codes: input?.codes ?? [],
    currency: input?.currency,
    dealer: input?.dealer,
    installer: input?.installer,
    credits,
  });
}

export type PayRequest = {
  readonly estimate_hash: string;
  readonly total?: { readonly amount: string; readonly currency: string } | undefined;
  readonly disclaimer_hash?: string | undefined;
  readonly installer?: string | undefined;
};

/** Pays the last estimate. The rest happens in the transaction that settles the payment. */
export async function buyRequest(
  platform: Platform,
  call: CallContext,
  id: number,
  body: PayRequest,
  { tender, requestKey }: { readonly tender: Tender; readonly requestKey: string },
): Promise<Bought> {
  const { region, input } = await purchaseInput(platform, call, id, body);
  return buyTunes(platform, { ...call, region }, { ...input, tender, requestKey });
}

/** Asks a manager of the dealer to approve the last estimate. */
export async function askForRequest(
  db: Db,
  platform: Platform,
  call: CallContext,
  id: number,
  body: PayRequest & { readonly dealer?: string | undefined; readonly note: string },
) {
  // On the connection of the transaction, as in `requestApproval`.
  const { region, input } = await purchaseInput({ ...platform, db }, call, id, body);
  const { dealer, note } = body;
  return requestApproval(db, platform, { ...call, region }, { ...input, dealer, note });
}

async function purchaseInput(platform: Platform, call: CallContext, id: number, body: PayRequest) {
  const request = await payable(platform, call, id);
  if (request.estimate_hash !== body.estimate_hash) throw choiceChanged();
  const input: Omit<PurchaseInput, 'tender' | 'requestKey'> = {
    estimateHash: body.estimate_hash,
    requestId: id,
    total: body.total,
    disclaimerHash: body.disclaimer_hash,
    installer: body.installer,
    credits: request.credit_ids,
    ...(request.vehicle_path === null ? {} : { vehiclePath: request.vehicle_path }),
    // The same tunes for another file are a separate purchase.
    again: true,
  };
  return { region: request.region as Region, input };
}

/** Refuses a purchase without a payment method unless its total is zero. */
export async function requireFree(
  platform: Platform,
  call: CallContext,
  id: number,
  input: { readonly estimate_hash: string; readonly country_code: string; readonly state: string },
): Promise<void> {
  const request = await payable(platform, call, id);
  const { total } = await quotePurchase(
    platform,
    { ...call, region: request.region as Region, requestId: id },
    { ...input, credits: request.credit_ids },
  );
  if (/[1-9]/.test(total.amount))
    throw new Refusal('conflict', {
      message: `This costs ${total.amount} ${total.currency}. Pay by card or on account.`,
    });
}
