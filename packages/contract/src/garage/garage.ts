import { isVin, tidyVin, vinProblem } from '@tuneport/domain/catalog/vehicles/vehicle-info';
import { z } from 'zod';
import { VinFacts } from '../catalog/catalog-vin.ts';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, numberFrom, WireDate } from '../shapes.ts';

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);
const slug = z.string().trim().min(1).max(120);
const Vin = text('The VIN', 60)
  .overwrite(tidyVin)
  .refine(isVin, { error: ({ input }) => vinProblem(String(input)) });

/** Make, year, model, engine and transmission are slugs of the catalogue; each needs the one before it. */
const carFields = {
  vin: Vin,
  make: slug.nullable(),
  year: slug.nullable(),
  model: slug.nullable(),
  engine: slug.nullable(),
  transmission: slug.nullable(),
  nickname: text('The name', 60),
  tool: text('The tool', 120),
};
const carParts = {
  make: slug.nullable().default(null),
  year: slug.nullable().default(null),
  model: slug.nullable().default(null),
  engine: slug.nullable().default(null),
  transmission: slug.nullable().default(null),
};

export const GarageVehicle = z
  .object({
    id: z.number(),
    /** A VIN, a chassis number, or empty. */
    vin: z.string(),
    /** Decoded from the VIN; null without one. */
    vin_facts: VinFacts.nullable(),
    /** A sentence if the VIN belongs to another make or year than chosen. */
    vin_conflict: z.string().nullable(),
    make: z.string().nullable(),
    year: z.string().nullable(),
    model: z.string().nullable(),
    engine: z.string().nullable(),
    transmission: z.string().nullable(),
    title: z.string(),
    /** Engine and transmission. */
    detail: z.string(),
    path: z.string().nullable(),
    nickname: z.string(),
    photo: z
      .object({ width: z.number(), height: z.number(), widths: z.array(z.number()), version: z.string() })
      .nullable(),
    tunes: z.array(z.string()),
    tool: z.string(),
    logs: z.number(),
    request: z.object({ id: z.number(), state: z.string() }).nullable(),
    next: z.object({ label: z.string(), text: z.string(), to: z.string() }),
    /** Set once the car belongs to someone else. */
    handed_over_at: WireDate.nullable(),
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'GarageVehicle' });

export const garage = {
  'GET /vehicles': {
    apiScope: 'vehicles.read',
    summary: "Lists the caller's cars with tunes, tool, logs and the next step.",
    access: 'user',
    reply: z.array(GarageVehicle),
  },
  'POST /vehicles': {
    apiScope: 'vehicles.write',
    summary: 'Adds a car by VIN, by its place in the catalogue or both.',
    access: 'user',
    body: z.object({
      ...carFields,
      ...carParts,
      vin: Vin.default(''),
      nickname: carFields.nickname.default(''),
      tool: carFields.tool.default(''),
    }),
    reply: GarageVehicle,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'conflict'],
  },
  'GET /vehicles/:id': {
    apiScope: 'vehicles.read',
    summary: 'Returns a car of the caller.',
    access: 'owner',
    params: IdParams,
    reply: GarageVehicle,
    refuses: ['not_found'],
  },
  'PATCH /vehicles/:id': {
    apiScope: 'vehicles.write',
    summary: 'Changes a car; a new make, year, model or engine clears the parts after it.',
    access: 'owner',
    params: IdParams,
    body: z.object(carFields).partial(),
    reply: GarageVehicle,
    refuses: ['invalid_fields', 'not_found', 'conflict'],
  },
  'DELETE /vehicles/:id': {
    apiScope: 'vehicles.write',
    summary: 'Deletes a car. Requests, purchases and logs stay.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'POST /vehicles/:id/photo': {
    summary: 'Sets the photo of a car. It is re-encoded and its metadata is removed.',
    access: 'owner',
    params: IdParams,
    reply: GarageVehicle,
    upload: { maxBytes: 15 * 1024 * 1024, maxFiles: 1 },
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'conflict', 'invalid_fields', 'too_large', 'too_many_requests'],
  },
  'DELETE /vehicles/:id/photo': {
    summary: 'Removes the photo of a car.',
    access: 'owner',
    params: IdParams,
    reply: GarageVehicle,
    refuses: ['not_found', 'conflict'],
  },
  'GET /vehicles/:id/photo/:width': {
    summary: 'Returns the photo of a car in one of its widths.',
    access: 'owner',
    params: z.object({ id: Id, width: numberFrom(z.number().int().min(1).max(10_000)) }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
