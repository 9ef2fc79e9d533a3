import type { RequestFile, TuneRequest } from '@tuneport/contract/tuning/tuning-request-shapes';
import { vinLength } from '@tuneport/domain/catalog/vin/vin-text';
import type { Currency } from '@tuneport/domain/money/money';
import { money as amount, toWire } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { type ChangeSummary, changeInDetail, changeLabel } from '@tuneport/domain/tuning/flash-files/change-summary';
import {
  isContinuable,
  isFetchable,
  isUnpaidState,
  moneyStateOf,
  roadStepOf,
  type TuneRequestState,
  tuneRequestMachine,
  tuneRequestNumber,
  tuneRequestSentence,
} from '@tuneport/domain/tuning/tune-request-states';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { vinFacts } from '../../catalog/index.ts';
import { brandOrNone } from '../../dealers/index.ts';
import {
  listPurchases,
  type Purchase,
  presentPurchaseList,
  purchaseOfRequest,
  returnedAmounts,
} from '../../purchases/index.ts';
import { receiptsOfRequest } from '../receipts/issue-receipt.ts';
import { presentForRequest } from '../value-transfers/request-transfer.ts';
import { firstThatFits } from './change-request.ts';
import type { ListedRow } from './request-lists.ts';
import { isCustomerOf, partsOf, type RequestViewer, speaksFor } from './request-policy.ts';
import {
  filesOf,
  historyOf,
  type MessageRow,
  namesOf,
  type RequestFileRow,
  type RequestRow,
} from './request-queries.ts';
import { buttonsFor } from './take-step.ts';

const waitsForCustomer = ['needs_information', 'matched', 'waiting_customer', 'on_ice'];

export function presentListed(row: ListedRow, viewer: RequestViewer) {
  const isOwn = isCustomerOf(viewer, row);
  const state = row.state as TuneRequestState;
  const money = moneyStateOf(row);
  return {
    id: row.id,
    number: tuneRequestNumber(row.id),
    state,
    sentence: tuneRequestSentence(state, isOwn ? 'customer' : 'staff', money),
    money,
    version: row.version,
    purpose: row.purpose as 'tune' | 'immo',
    file_name: row.file_name,
    vehicle: row.vehicle,
    tunes: row.tunes,
    waits_for_you: waitsForCustomer.includes(row.state) && isOwn,
    created_at: row.created_at,
    updated_at: row.updated_at,
    customer: row.customer,
    dealer: row.dealer,
    worker: row.worker,
    promised_at: row.promised_at,
  };
}

function presentPaidPurchase(purchase: Purchase, backMinor: bigint) {
  const currency = purchase.currency as Currency;
  const total = toWire(amount(purchase.total_minor, currency));
  return {
    id: purchase.id,
    number: purchaseNumber(purchase.id),
    state: purchase.state,
    total,
    paid: purchase.paid_at === null ? null : total,
    back: backMinor === 0n ? null : toWire(amount(backMinor, currency)),
  };
}

/** A chassis number that predates VINs cannot be decoded. */
function vinOf({ information, updated_at }: RequestRow) {
  const { vin = '' } = information as { vin?: string };
  return vin.length === vinLength ? vinFacts(vin, updated_at) : null;
}

/** Only for who bought it: a member of the same dealer does not see what others bought for themselves. */
async function waitingPurchase(db: Db, request: RequestRow, viewer: RequestViewer) {
  if (!isUnpaidState(request.state as TuneRequestState) || viewer.userId !== request.user_id) return null;
  const found = await listPurchases(db, { customer: request.user_id }, { page: 1, unlinked: true });
  const hasCar = request.engine_id !== null || request.transmission_id !== null;
  const ids = found.data.map(({ id }) => id);
  // Before the car is chosen, the newest purchase suggests it.
  const chosen = hasCar ? (await firstThatFits(db, request, ids))?.purchaseId : ids[0];
  const [waiting] = (await presentPurchaseList(db, { ...found, data: found.data.filter(({ id }) => id === chosen) }))
    .data;
  if (!waiting) return null;
  const { number, tunes, vehicle, vehicle_path } = waiting;
  return { number, tunes, vehicle, vehicle_path };
}

export async function presentRequest(
  db: Db,
  request: RequestRow,
  viewer: RequestViewer,
): Promise<z.input<typeof TuneRequest>> {
  const [files, history, purchase, named, [receipt]] = await Promise.all([
    filesOf(db, request.id),
    historyOf(db, request.id),
    purchaseOfRequest(db, request.id),
    namesOf(db, request),
    receiptsOfRequest(db, request.id),
  ]);
  const state = request.state as TuneRequestState;
  const as = speaksFor(viewer, request);
  const parts = partsOf(viewer, request);
  const money = moneyStateOf({ ...request, ...named });
  const back = purchase && named.money_back ? await returnedAmounts(db, purchase.id) : null;
  return {
    id: request.id,
    number: tuneRequestNumber(request.id),
    state,
    sentence: tuneRequestSentence(state, as, money),
    money,
    version: request.version,
    purpose: request.purpose as 'tune' | 'immo',
    file_name: files.find(({ kind }) => kind === 'original')?.name ?? '',
    vehicle: request.vehicle,
    tunes: named.tunes,
    waits_for_you: as === 'customer' && waitsForCustomer.includes(state),
    created_at: request.created_at,
    updated_at: request.updated_at,
    mode: request.mode as 'automatic' | 'manual',
    road: roadStepOf(state, money),
    sniffed: request.sniffed as never,
    identified: request.identified as never,
    proposals: request.proposals as never,
    vin: vinOf(request),
    engine_id: request.engine_id,
    transmission_id: request.transmission_id,
    vehicle_path: request.vehicle_path,
    information: request.information as never,
    wishes: request.wishes,
    tune_ids: request.tune_ids,
    estimate_hash: request.estimate_hash,
    purchase: purchase && presentPaidPurchase(purchase, back ? back.card + back.account : 0n),
    customer: { id: request.user_id, name: named.customer },
    dealer:
      request.dealer_id === null
        ? null
        : { id: request.dealer_id, name: named.dealer ?? '', brand: brandOrNone(named.brand) },
    tuner: request.tuner_id === null ? null : { id: request.tuner_id, name: named.tuner ?? '' },
    worker: named.worker,
    files: presentFiles(request, files, as),
    history: history.map((event) => ({
      at: event.at,
      event: event.event,
      state: event.to_state,
      by: event.actor_name ?? (event.actor_kind === 'system' ? 'Tuneport' : event.actor_kind),
      // A reviewer's reason is visible to tuners only.
      reason: as === 'customer' && event.event === 'reject' ? '' : event.reason,
    })),
    messages: named.messages,
    promised_at: request.promised_at,
    delivered_at: request.delivered_at,
    downloaded_at: request.downloaded_at,
    revision_until: request.revision_until,
    parent_id: request.parent_id,
    followed_by: named.followed_by,
    receipt: receipt ? JSON.stringify(receipt, null, 2) : null,
    waiting_purchase: purchase === null && as === 'customer' ? await waitingPurchase(db, request, viewer) : null,
    value_transfer: presentForRequest(request.id, named.value_transfer, as === 'customer'),
    licence_lock: named.licence_lock && {
      reason: named.licence_lock.reason,
      locked_at: new Date(named.licence_lock.locked_at),
    },
    as,
    allowed: [
      ...buttonsFor(request, parts),
      ...(as === 'customer' && isContinuable(state) ? ['follow-up'] : []),
      ...(named.purchase_state === null && eventsFrom(tuneRequestMachine, state, parts).includes('delete')
        ? ['delete']
        : []),
    ],
  };
}

/** Customers see their own files and delivered results; a result under review is visible only to tuners and staff. */
const isShown = ({ kind, state }: RequestFileRow, as: string): boolean =>
  as !== 'customer' || kind !== 'result' || state === 'delivered';

export const presentFiles = (request: RequestRow, files: readonly RequestFileRow[], as: string) =>
  files.filter((file) => isShown(file, as)).map((file) => presentFile(request, file, as));

export const mayFetch = (request: RequestRow, { kind, state }: RequestFileRow, as: string): boolean =>
  kind !== 'result' || as !== 'customer' || (state === 'delivered' && isFetchable(request.state));

export function presentFile(request: RequestRow, file: RequestFileRow, as: string): z.input<typeof RequestFile> {
  const summary = file.summary as unknown as ChangeSummary | null;
  return {
    id: file.id,
    kind: file.kind as 'original' | 'supplement' | 'result',
    state: file.state as 'in_review' | 'rejected' | 'delivered' | 'withdrawn' | null,
    name: file.name,
    size_bytes: Number(file.size_bytes),
    sha256: file.sha256.toString('hex'),
    note: file.note,
    created_at: file.created_at,
    change: summary && {
      words: changeLabel(summary),
      changed_bytes: summary.changedBytes,
      share: summary.share,
      places: as === 'customer' ? [] : [...changeInDetail(summary)],
    },
    download: mayFetch(request, file, as) ? `/api/v1/tune-requests/${request.id}/files/${file.id}` : null,
  };
}

export const presentMessage = (row: MessageRow) => ({
  id: row.id,
  by: row.kind as 'customer' | 'house' | 'note',
  author: row.author,
  text: row.text,
  created_at: row.created_at,
});
