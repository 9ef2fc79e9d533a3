import { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { settleTransfer } from '@tuneport/domain/tuning/value-transfer-money';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { estimateByHash, type MadeEstimate, makeEstimate, storedInput } from '../../catalog/index.ts';
import { actorOfUser } from '../../identity/index.ts';
import {
  type Buyer,
  installerFor,
  type Purchase,
  type PurchasePlan,
  priceEstimate,
  requireNotSoldAsCredits,
  vehicleOf,
} from '../../purchases/index.ts';
import { requirePossible } from '../requests/change-request.ts';
import type { RequestRow } from '../requests/request-queries.ts';
import { ownerOf, type TransferRow } from './transfer-queries.ts';

/** The purchase that will pay for the new request, priced as its customer would buy it now. */
export type NewPurchase = {
  readonly buyer: Buyer & { readonly actor: SignedInActor };
  readonly made: MadeEstimate;
  readonly priceMinor: bigint;
  readonly planFor: (
    transfer: TransferRow & { readonly value_minor: bigint; readonly fee_minor: bigint },
    attempt: number,
    dueAt: Date,
  ) => PurchasePlan;
};

const conflict = (message: string) => new Refusal('conflict', { message });

/** Reads and prices outside any transaction; the step that stores it checks the request again under its lock. */
export async function priceNewRequest(
  platform: Platform,
  request: RequestRow,
  old: Purchase,
  now: Date,
): Promise<NewPurchase> {
  const number = tuneRequestNumber(request.id);
  if (request.state !== 'matched') throw conflict(`${number} is not waiting for a payment.`);
  if (request.tune_ids.length === 0) throw conflict(`Choose the tunes of ${number} first.`);
  const actor = await actorOfUser(platform.db, request.user_id);
  if (!actor) throw conflict('The account of the customer is closed.');
  const picked = await requirePossible(platform, request, request.tune_ids);
  const last = request.estimate_hash === null ? null : await estimateByHash(platform.db, request.estimate_hash);
  const chosen = storedInput(last?.selection);
  const input = EstimateInput.parse({
    ...picked,
    tools: chosen?.tools ?? [],
    codes: chosen?.codes ?? [],
    currency: old.currency,
    ...(chosen?.installer === undefined ? {} : { installer: chosen.installer }),
    ...(request.dealer_id === null ? {} : { dealer: String(request.dealer_id) }),
  });
  const buyer = { actor, region: request.region as Region, now, requestId: request.id };
  const made = await makeEstimate(platform, { ...buyer, input });
  if (made.quote.currency !== old.currency)
    throw conflict(`The old purchase was paid in ${old.currency}, which the store no longer supports.`);
  const place = { countryCode: old.billing.country_code, state: old.billing.state };
  const priced = await priceEstimate(platform, buyer, made, place, request.credit_ids);
  requireNotSoldAsCredits(priced.lines.filter(({ gives }) => gives !== null));
  if (priced.totalMinor === 0n) throw conflict(`Nothing has to be paid for ${number}.`);
  const dealerId = made.dealer?.id ?? null;
  const installer = await installerFor(platform, buyer, {}, priced, dealerId);
  const vehicle = await vehicleOf(platform, made, request.vehicle_path ?? undefined);
  return {
    buyer,
    made,
    priceMinor: priced.totalMinor,
    planFor: (transfer, attempt, dueAt) => {
      const { value_minor: valueMinor, fee_minor: feeMinor } = transfer;
      const { usedMinor, differenceMinor } = settleTransfer({ valueMinor, feeMinor, priceMinor: priced.totalMinor });
      return {
        requestKey: `value-transfer:${transfer.id}:${attempt}`,
        priced,
        billing: priced.business ?? old.billing,
        email: old.email,
        dealerId,
        installer,
        requestId: request.id,
        vehicle,
        disclaimerHash: old.disclaimer_hash,
        accountMinor: usedMinor,
        balance: { source: 'prepaid', owner: ownerOf(transfer) },
        cardMinor: differenceMinor,
        again: true,
        transfer: { id: transfer.id, dueAt },
      };
    },
  };
}
