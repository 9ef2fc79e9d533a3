import { EstimateInput } from '@tuneport/contract/catalog/catalog';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Region } from '../../../../platform/http/context.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { estimate, estimateByHash, storedInput } from '../../../catalog/index.ts';
import {
  type Bought,
  buyTunes,
  estimateWithCredits,
  giveUpTry,
  type PurchaseInput,
  purchaseOfRequest,
  quotePurchase,
  requireNotSoldAsCredits,
  type Tender,
} from '../../../store/index.ts';
import { requirePossible } from '../change-request.ts';
import { readAsCustomer, readForCustomer } from '../read-request.ts';
import { isCustomerOf, readerOf } from '../request-policy.ts';
import { type RequestRow, requestById } from '../request-queries.ts';
import { touchRequest } from '../step-request.ts';
import { choiceChanged } from './follow-purchase.ts';

type Asking = { readonly actor: SignedInActor; readonly now: Date };

/** A request that is read to be paid: its customer's, with tunes to choose, and not paid yet. */
async function payable(platform: Platform, { actor }: Asking, id: number, also?: 'staff'): Promise<RequestRow> {
  const read = also === 'staff' ? readForCustomer : readAsCustomer;
  const request = await read(platform.db, actor, id);
  if (request.state === 'matched') return request;
  if (await purchaseOfRequest(platform.db, id))
    throw new Refusal('already_committed', { message: 'This request is paid already.' });
  throw new Refusal('invalid_transition', {
    message: 'Name the car first, then choose its tunes.',
    allowed: ['supply'],
  });
}

export type RequestSelection = {
  readonly tune_ids: readonly number[];
  readonly tools: number[];
  readonly codes: string[];
  readonly currency?: string | undefined;
  readonly dealer?: string | undefined;
  readonly installer?: string | undefined;
  /** Lots of tune credits that pay what they can. */
  readonly credits?: readonly number[] | undefined;
};

/** What the chosen tunes cost, kept with the request: it is what will be paid. */
export async function estimateRequest(platform: Platform, asking: Asking, id: number, input: RequestSelection) {
  const request = await payable(platform, asking, id, 'staff');
  await requireIdle(platform, asking, request);
  const ids = [...new Set(input.tune_ids)];
  if (ids.length === 0) throw fieldRefusal({ tune_ids: ['Choose at least one tune.'] });
  const picked = await requirePossible(platform, request, ids);
  // Read as a call would send it: an estimate is named by its selection to the letter.
  const selection = EstimateInput.parse({
    ...picked,
    tools: input.tools,
    codes: input.codes,
    ...(input.currency === undefined ? {} : { currency: input.currency }),
    ...(input.dealer === undefined ? {} : { dealer: input.dealer }),
    ...(input.installer === undefined ? {} : { installer: input.installer }),
  });
  const region = request.region as Region;
  const made = await estimate(platform.db, platform, {
    actor: asking.actor,
    region,
    now: asking.now,
    input: selection,
  });
  requireNotSoldAsCredits(
    made.lines.filter(({ derivation }) => derivation.some(({ kind }) => kind === 'split-credits')),
  );
  const paid = await estimateWithCredits(platform, { ...asking, region, requestId: id }, made, input.credits ?? []);
  await platform.db.transaction().execute(async (db) => {
    const locked = await requestById(db, id, 'lock');
    if (locked?.state !== 'matched' || (await purchaseOfRequest(db, id)))
      throw new Refusal('already_committed', { message: 'This request is being paid.' });
    await touchRequest({ db, platform, now: asking.now }, locked, {
      tune_ids: ids,
      estimate_hash: made.hash,
      credit_ids: [...(input.credits ?? [])],
    });
  });
  return paid;
}

/** Whoever chooses anew gives up the try whose card was refused; nobody else ends it for them. */
async function requireIdle(platform: Platform, { actor, now }: Asking, request: RequestRow): Promise<void> {
  const standing = isCustomerOf(readerOf(actor), request)
    ? await platform.db.transaction().execute((db) => giveUpTry(db, request.id, { actorId: actor.userId, now }))
    : await purchaseOfRequest(platform.db, request.id);
  if (standing) throw new Refusal('already_committed', { message: 'This request is being paid.' });
}

/** The price of a request with these credits instead of those chosen before; everything else stays as it was priced last. */
export async function applyCredits(platform: Platform, asking: Asking, id: number, credits: readonly number[]) {
  const request = await payable(platform, asking, id);
  const last = request.estimate_hash === null ? null : await estimateByHash(platform.db, request.estimate_hash);
  const input = storedInput(last?.selection);
  return estimateRequest(platform, asking, id, {
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

/** Pays for what was estimated last. What happens then follows in the transaction that settles the payment. */
export async function buyRequest(
  platform: Platform,
  asking: Asking,
  id: number,
  body: PayRequest,
  { tender, requestKey }: { readonly tender: Tender; readonly requestKey: string },
): Promise<Bought> {
  const request = await payable(platform, asking, id);
  if (request.estimate_hash !== body.estimate_hash) throw choiceChanged();
  const input: PurchaseInput = {
    estimateHash: body.estimate_hash,
    tender,
    requestKey,
    requestId: id,
    total: body.total,
    disclaimerHash: body.disclaimer_hash,
    installer: body.installer,
    credits: request.credit_ids,
    ...(request.vehicle_path === null ? {} : { vehiclePath: request.vehicle_path }),
    // The same tunes for another file are another purchase.
    again: true,
  };
  return buyTunes(platform, { ...asking, region: request.region as Region }, input);
}

/** A purchase that costs nothing needs no method; one that costs something is refused here. */
export async function requireFree(
  platform: Platform,
  asking: Asking,
  id: number,
  asked: { readonly estimate_hash: string; readonly country_code: string; readonly state: string },
): Promise<void> {
  const request = await payable(platform, asking, id);
  const { total } = await quotePurchase(
    platform,
    { ...asking, region: request.region as Region, requestId: id },
    { ...asked, credits: request.credit_ids },
  );
  if (/[1-9]/.test(total.amount))
    throw new Refusal('conflict', {
      message: `This costs ${total.amount} ${total.currency}. Pay it by card or on account.`,
    });
}
