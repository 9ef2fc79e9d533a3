import { handoverMachine } from '@tuneport/domain/garage/handover-states';
import { passportEventNames, passportKindNames, passportPartNames, shareDays } from '@tuneport/domain/garage/passport';
import { statesOf } from '@tuneport/domain/states/machine';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import {
  Day,
  Email,
  Id,
  IdParams,
  numberFrom,
  Page,
  PageQuery,
  requiredText,
  WireDate,
  WireMoneyShape,
} from '../shapes.ts';
import { GarageVehicle } from './garage.ts';

const Kind = z.enum(passportKindNames);
const Part = z.enum(passportPartNames);

const shown = {
  kind: Kind,
  event: z.enum(passportEventNames),
  at: WireDate,
  title: z.string(),
  detail: z.string(),
  amount: WireMoneyShape.nullable(),
  power_hp: z.number().nullable(),
  torque_nm: z.number().nullable(),
};
const Entry = z.object({
  ...shown,
  state: z.string().nullable(),
  /** The page of the record, or null if it has none. */
  path: z.string().nullable(),
  /** The id of an entry that its owner can delete. */
  entry_id: z.number().nullable(),
});

const Share = z.object({
  id: z.number(),
  label: z.string(),
  parts: z.array(Part),
  state: z.enum(['active', 'ended', 'expired']),
  created_at: WireDate,
  expires_at: WireDate,
  last_seen_at: WireDate.nullable(),
});
const Handover = z.object({
  state: z.enum(statesOf(handoverMachine)),
  email: z.string().nullable(),
  created_at: WireDate,
  expires_at: WireDate,
});

const figure = (max: number) =>
  numberFrom(
    z
      .number('Enter a number.')
      .int('Enter a whole number.')
      .min(1, 'Enter at least 1.')
      .max(max, `Enter at most ${max}.`),
  );

export const passport = {
  'GET /vehicles/:id/passport': {
    summary: 'Returns a car of the caller with its history, shared links and hand-over.',
    access: 'owner',
    params: IdParams,
    query: PageQuery.pick({ page: true }).extend({ kind: Kind.optional() }),
    reply: z.object({
      car: GarageVehicle,
      /** The newest tune that was delivered or paid; empty if the car is stock. */
      current_tune: z.string(),
      entries: Page(Entry),
      counts: z.record(Kind, z.number()),
      shares: z.array(Share),
      handover: Handover.nullable(),
    }),
    expensive: true,
    refuses: ['not_found'],
  },
  'POST /vehicles/:id/entries': {
    summary: 'Adds a dyno run or a note to the history of a car.',
    access: 'owner',
    params: IdParams,
    body: z.object({
      kind: z.enum(['dyno', 'note']),
      title: requiredText('The title', 120),
      detail: z.string().trim().max(2000, 'The text can have at most 2000 characters.').default(''),
      day: Day,
      power_hp: figure(5000).nullable().default(null),
      torque_nm: figure(10_000).nullable().default(null),
    }),
    reply: z.object({ id: z.number() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 100, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'conflict', 'too_many_requests'],
  },
  'DELETE /vehicles/:id/entries/:entryId': {
    summary: 'Deletes an entry that was added by hand.',
    access: 'owner',
    params: z.object({ id: Id, entryId: Id }),
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'POST /vehicles/:id/shares': {
    summary: 'Creates a link that shows parts of the history until it expires, and returns it once.',
    access: 'owner',
    params: IdParams,
    body: z.object({
      label: z.string().trim().max(60, 'The name can have at most 60 characters.').default(''),
      parts: z
        .array(Part)
        .min(1, 'Select at least one part.')
        .max(passportPartNames.length)
        .transform((parts) => [...new Set(parts)]),
      days: numberFrom(
        z
          .number('Enter a number of days.')
          .int('Enter a number of days.')
          .min(shareDays.min, `A link works for ${shareDays.min} to ${shareDays.max} days.`)
          .max(shareDays.max, `A link works for ${shareDays.min} to ${shareDays.max} days.`),
      ).default(shareDays.usual),
    }),
    reply: Share.extend({ path: z.string() }),
    status: 201,
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'conflict', 'too_many_requests'],
  },
  'DELETE /vehicles/:id/shares/:shareId': {
    summary: 'Ends a shared link.',
    access: 'owner',
    params: z.object({ id: Id, shareId: Id }),
    reply: null,
    refuses: ['not_found'],
  },
  'GET /v1/vehicle-passports/:token': {
    summary: 'Returns the shared parts of the history of a car.',
    access: 'token',
    params: z.object({ token: z.string().max(100) }),
    query: PageQuery.pick({ page: true }),
    reply: z.object({
      title: z.string(),
      detail: z.string(),
      /** Masked; null unless shared. */
      vin: z.string().nullable(),
      current_tune: z.string().nullable(),
      parts: z.array(Part),
      entries: Page(z.object(shown)),
      expires_at: WireDate,
    }),
    limit: { max: 120, windowS: 60, by: 'address' },
    expensive: true,
    refuses: ['not_found', 'too_many_requests'],
  },
  'POST /vehicles/:id/handover': {
    summary: 'Creates a code with which another user takes over the car, and returns it once.',
    access: 'owner',
    confirmedEmail: true,
    freshLogin: true,
    params: IdParams,
    body: z.object({ email: Email.nullable().default(null) }),
    reply: Handover.extend({ code: z.string() }),
    status: 201,
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'conflict', 'too_many_requests'],
  },
  'DELETE /vehicles/:id/handover': {
    summary: 'Withdraws the hand-over code of a car.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'POST /v1/vehicle-handovers': {
    summary: 'Takes over a car with its technical history by the code of its owner.',
    access: 'user',
    confirmedEmail: true,
    body: z.object({ code: requiredText('The code', 200) }),
    reply: GarageVehicle,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 10, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'forbidden', 'conflict', 'invalid_fields', 'too_many_requests'],
  },
} as const satisfies ContractMap;
