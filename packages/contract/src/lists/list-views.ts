import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, requiredText, WireDate } from '../shapes.ts';

/** The address of a list without its numbers: "/admin/users", "/dealer/:id/orders". */
const ListName = z
  .string()
  .max(200)
  .regex(/^\/[a-z0-9:/-]*$/, 'This is not a list.');

const fields = {
  name: requiredText('A name', 60),
  /** Filters, order and page size as in the address. */
  query: z.string().max(4000),
  columns: z
    .record(z.string().max(60), z.boolean())
    .refine((columns) => Object.keys(columns).length <= 60, 'A view has at most 60 columns.'),
  shared: z.boolean(),
};

const View = z.object({
  id: z.number(),
  ...fields,
  columns: z.record(z.string(), z.boolean()),
  /** Only the owner changes or deletes it. */
  mine: z.boolean(),
  owner: z.string(),
  is_default: z.boolean(),
  updated_at: WireDate,
});

export const listViews = {
  'GET /v1/list-views': {
    summary: "Lists the caller's saved views of a list, and for staff those that other staff share.",
    access: 'user',
    query: z.object({ list: ListName }),
    reply: z.object({ data: z.array(View) }),
  },
  'POST /v1/list-views': {
    summary: 'Saves a view of a list. Only staff share views.',
    access: 'user',
    body: z.object({
      list: ListName,
      ...fields,
      columns: fields.columns.default({}),
      shared: z.boolean().default(false),
    }),
    reply: View,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'conflict'],
  },
  'PATCH /v1/list-views/:id': {
    summary: 'Changes the fields of an own view that are sent.',
    access: 'owner',
    params: IdParams,
    body: z.object(fields).partial(),
    reply: View,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/list-views/:id': {
    summary: 'Deletes an own view.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'PUT /v1/list-views/default': {
    summary: 'Sets the view that a list opens with for the caller; null for none.',
    access: 'user',
    body: z.object({ list: ListName, view_id: Id.nullable() }),
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
