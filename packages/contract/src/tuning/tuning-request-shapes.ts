import {
  carYearProblem,
  isVin,
  isWrittenYear,
  tidyVin,
  vinProblem,
} from '@tuneport/domain/catalog/vehicles/vehicle-info';
import { moneyStates, tuneRequestRoad, tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { uploadModes, uploadPurposes } from '@tuneport/domain/tuning/upload-rules';
import { z } from 'zod';
import { WireMoneyShape } from '../catalog/catalog.ts';
import { VinFacts } from '../catalog/catalog-vin.ts';
import { WireDate } from '../shapes.ts';
import { IdentifiedFile, SniffedFile } from './tuning-uploads.ts';

// A request is read by its owner, the members of the dealer it belongs to, the tuners in whose queue it stands, and staff. To anybody
// else it is not there.
export const readers = ['owner', 'dealer-member', 'tuner', 'tune-requests.admin'] as const;
export const buyers = ['owner', 'dealer-member'] as const;

export const Text = (max: number, what: string) =>
  z.string().trim().max(max, `${what} can have at most ${max} characters.`);
export const Words = (max: number, what: string) => Text(max, what).min(1, `${what} is required.`);

const requestHead = {
  id: z.number(),
  number: z.string(),
  state: z.enum(tuneRequestStates),
  /** Where it is and what happens next, in one sentence. */
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
    /** What changed against the original. The places stand here for those who work on it alone. */
    change: z
      .object({ words: z.string(), changed_bytes: z.number(), share: z.number(), places: z.array(z.string()) })
      .nullable(),
    /** Null while it may not be fetched. */
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

/** What the customer says about the car. */
export const RequestInformation = z.object({
  year: Text(20, 'The year').default(''),
  vin: Text(40, 'The VIN').default(''),
  read_with: Text(120, 'The tool').default(''),
  fuel: Text(60, 'The fuel').default(''),
  changed_parts: Text(1000, 'Changed parts').default(''),
  notes: Text(4000, 'Your notes').default(''),
});

/** What is told anew; what is left out stays as it was told before. */
export const VehicleInfo = z
  .object({
    /** With four digits; which years have come already is judged by the clock of the server. */
    year: Text(20, 'The year').refine(isWrittenYear, carYearProblem),
    /** A VIN of 17 signs, or the shorter chassis number of a car that has none. */
    vin: Text(60, 'The VIN')
      .overwrite(tidyVin)
      .refine(isVin, { error: ({ input }) => vinProblem(String(input)) }),
    read_with: Text(120, 'The tool'),
    fuel: Text(60, 'The fuel'),
    changed_parts: Text(1000, 'Changed parts'),
    notes: Text(4000, 'Your notes'),
  })
  .partial();

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
    /** What the VIN in `information` says; null when there is none, or an older chassis number. */
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
        /** What was captured for it; null until the payment went through. */
        paid: WireMoneyShape.nullable(),
        /** What of it was refunded or charged back by a bank. */
        back: WireMoneyShape.nullable(),
      })
      .nullable(),
    customer: z.object({ id: z.number(), name: z.string() }),
    dealer: z.object({ id: z.number(), name: z.string() }).nullable(),
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
    /** The finished one it asks a change of, and those that ask a change of it. */
    parent_id: z.number().nullable(),
    followed_by: z.array(z.number()),
    /** The newest delivery, signed: anybody can check it at /receipt. */
    receipt: z.string().nullable(),
    /** Whom the caller speaks for here, and what they may do next. */
    as: z.enum(['customer', 'tuner', 'staff']),
    allowed: z.array(z.string()),
  })
  .meta({ id: 'TuneRequest' });
