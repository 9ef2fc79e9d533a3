import {
  carYearProblem,
  isVin,
  isWrittenYear,
  tidyVin,
  vinProblem,
} from '@tuneport/domain/catalog/vehicles/vehicle-info';
import { moneyStates, tuneRequestRoad, tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { uploadModes, uploadPurposes } from '@tuneport/domain/tuning/upload-rules';
import { valueTransferStates } from '@tuneport/domain/tuning/value-transfer-states';
import { z } from 'zod';
import { VinFacts } from '../catalog/catalog-vin.ts';
import { Brand } from '../dealers/dealer-shapes.ts';
import { Id, WireDate, WireMoneyShape } from '../shapes.ts';
import { IdentifiedFile, SniffedFile } from './tuning-uploads.ts';

// A request can be read by its owner, the members of its dealer, the tuners of its queue, and staff. For all other
// actors it does not exist.
export const readers = ['owner', 'dealer-member', 'tuner', 'tune-requests.admin'] as const;
export const buyers = ['owner', 'dealer-member'] as const;

export const Text = (max: number, what: string) =>
  z.string().trim().max(max, `${what} can have at most ${max} characters.`);
export const Words = (max: number, what: string) => Text(max, what).min(1, `${what} is required.`);

const requestHead = {
  id: z.number(),
  number: z.string(),
  state: z.enum(tuneRequestStates),
  /** Current state and next step, in one sentence. */
  sentence: z.string(),
  money: z.enum(moneyStates),
  version: z.number(),
  purpose: z.enum(uploadPurposes),
  file_name: z.string(),
  vehicle: z.string(),
  tunes: z.array(z.string()),
  waits_for_you: z.boolean(),
  created_at: WireDate,
  updated_at: WireDate,
};

export const ListedRequest = z
  .object({
    ...requestHead,
    customer: z.string(),
    dealer: z.string().nullable(),
    worker: z.string().nullable(),
    promised_at: WireDate.nullable(),
  })
  .meta({ id: 'ListedTuneRequest' });

export const RequestFile = z
  .object({
    id: z.number(),
    kind: z.enum(['original', 'supplement', 'result']),
    state: z.enum(['in_review', 'rejected', 'delivered', 'withdrawn']).nullable(),
    name: z.string(),
    size_bytes: z.number(),
    sha256: z.string(),
    note: z.string(),
    created_at: WireDate,
    /** Differences from the original. Places are included only for tuners and staff. */
    change: z
      .object({ words: z.string(), changed_bytes: z.number(), share: z.number(), places: z.array(z.string()) })
      .nullable(),
    /** Null until it may be downloaded. */
    download: z.string().nullable(),
  })
  .meta({ id: 'TuneRequestFile' });

export const RequestMessage = z
  .object({
    id: z.number(),
    by: z.enum(['customer', 'house', 'note']),
    author: z.string(),
    text: z.string(),
    created_at: WireDate,
  })
  .meta({ id: 'TuneRequestMessage' });

/** Vehicle details given by the customer. */
const RequestInformation = z.object({
  year: Text(20, 'The year').default(''),
  vin: Text(40, 'The VIN').default(''),
  read_with: Text(120, 'The tool').default(''),
  fuel: Text(60, 'The fuel').default(''),
  changed_parts: Text(1000, 'Modifications').default(''),
  notes: Text(4000, 'Your notes').default(''),
});

/** Updated details; omitted fields stay unchanged. */
export const VehicleInfo = z
  .object({
    /** Four digits; the server's clock decides which years are valid. */
    year: Text(20, 'The year').refine(isWrittenYear, carYearProblem),
    /** A VIN of 17 characters, or the shorter chassis number of an older car. */
    vin: Text(60, 'The VIN')
      .overwrite(tidyVin)
      .refine(isVin, { error: ({ input }) => vinProblem(String(input)) }),
    read_with: Text(120, 'The tool'),
    fuel: Text(60, 'The fuel'),
    changed_parts: Text(1000, 'Modifications'),
    notes: Text(4000, 'Your notes'),
  })
  .partial();

export const RequestStep = z.object({
  event: z.string().trim().min(1).max(40),
  reason: Text(4000, 'The reason').default(''),
  /** For "approve": the file that was reviewed. Another one is refused. */
  file: Id.optional(),
});

export const TuneRequest = z
  .object({
    ...requestHead,
    mode: z.enum(uploadModes),
    road: z.enum(tuneRequestRoad).nullable(),
    sniffed: SniffedFile,
    identified: IdentifiedFile,
    proposals: z.array(
      z.object({ engine_id: z.number(), vehicle: z.string(), vehicle_path: z.string().nullable(), why: z.string() }),
    ),
    /** Decoded from the VIN in `information`; null if there is none or it is an older chassis number. */
    vin: VinFacts.nullable(),
    engine_id: z.number().nullable(),
    transmission_id: z.number().nullable(),
    vehicle_path: z.string().nullable(),
    information: RequestInformation,
    wishes: z.string(),
    tune_ids: z.array(z.number()),
    estimate_hash: z.string().nullable(),
    purchase: z
      .object({
        id: z.number(),
        number: z.string(),
        state: z.string(),
        total: WireMoneyShape,
        /** The captured amount; null until the payment succeeds. */
        paid: WireMoneyShape.nullable(),
        /** The part that was refunded or charged back. */
        back: WireMoneyShape.nullable(),
      })
      .nullable(),
    customer: z.object({ id: z.number(), name: z.string() }),
    dealer: z.object({ id: z.number(), name: z.string(), brand: Brand.nullable() }).nullable(),
    tuner: z.object({ id: z.number(), name: z.string() }).nullable(),
    worker: z.string().nullable(),
    files: z.array(RequestFile),
    history: z.array(
      z.object({ at: WireDate, event: z.string(), state: z.string(), by: z.string(), reason: z.string() }),
    ),
    messages: z.number(),
    promised_at: WireDate.nullable(),
    delivered_at: WireDate.nullable(),
    downloaded_at: WireDate.nullable(),
    revision_until: WireDate.nullable(),
    /** The finished request this one follows up on, and the follow-ups to this one. */
    parent_id: z.number().nullable(),
    followed_by: z.array(z.number()),
    /** The signed receipt of the newest delivery; anyone can verify it at /receipt. */
    receipt: z.string().nullable(),
    /** The value transfer that takes value from this request or brings it. */
    value_transfer: z
      .object({
        number: z.string(),
        id: z.number(),
        role: z.enum(['old', 'new']),
        state: z.enum(valueTransferStates),
        sentence: z.string(),
        /** The other request; null until it is chosen. */
        other: z.object({ id: z.number(), number: z.string() }).nullable(),
        value: WireMoneyShape.nullable(),
        fee: WireMoneyShape.nullable(),
        /** Whose balance gets the value and can pay a difference: the dealer's, or the customer's own. */
        dealer_id: z.number().nullable(),
        /** What the customer still has to pay, and until when. */
        difference: WireMoneyShape.nullable(),
        due_at: WireDate.nullable(),
        evidence_requested: z.string().nullable(),
        can: z.object({ add_evidence: z.boolean(), withdraw: z.boolean(), pay: z.boolean() }),
      })
      .nullable(),
    /** Tunes the customer bought before, which could pay for this request. Only while it is unpaid. */
    waiting_purchase: z
      .object({
        number: z.string(),
        tunes: z.array(z.string()),
        vehicle: z.string(),
        vehicle_path: z.string().nullable(),
      })
      .nullable(),
    /** Since when and why the tune cannot be used. */
    licence_lock: z.object({ reason: z.string(), locked_at: WireDate }).nullable(),
    /** The caller's role in this request and the actions available to them. */
    as: z.enum(['customer', 'tuner', 'staff']),
    allowed: z.array(z.string()),
  })
  .meta({ id: 'TuneRequest' });
