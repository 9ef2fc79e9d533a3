import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, requiredText } from '../shapes.ts';

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);

/** Fields of the address form. State and postal code depend on the country, so the use case validates them. */
const addressFields = {
  country_code: z.string().trim().toUpperCase().length(2, 'Choose a country.'),
  full_name: requiredText('Name', 120),
  line1: requiredText('Address', 200),
  line2: text('The second address line', 200),
  city: requiredText('City', 120),
  state: text('State', 120),
  postal_code: text('Postal code', 20),
  email: z.union([
    z.literal(''),
    z.string().trim().toLowerCase().max(254).pipe(z.email('Enter an e-mail address such as name@example.com.')),
  ]),
  phone: text('Phone', 40),
  /** Of a business, on a billing address. */
  vat_id: text('The VAT id', 40),
};
export const AddressFields = z.object({
  ...addressFields,
  line2: addressFields.line2.default(''),
  state: addressFields.state.default(''),
  postal_code: addressFields.postal_code.default(''),
  email: addressFields.email.default(''),
  phone: addressFields.phone.default(''),
  vat_id: addressFields.vat_id.default(''),
});

/** Fields to change; the others keep their values. */
export const AddressChange = z.object(addressFields).partial();

export const Address = z
  .object({
    id: z.number(),
    country_code: z.string(),
    full_name: z.string(),
    line1: z.string(),
    line2: z.string(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    email: z.string(),
    phone: z.string(),
    vat_id: z.string().default(''),
    readonly: z.boolean(),
  })
  .meta({ id: 'Address' });

/** An address of the caller. */
const SavedAddress = Address.extend({
  /** Preselected at checkout. */
  is_default: z.boolean(),
}).meta({ id: 'SavedAddress' });

export const addresses = {
  'GET /addresses': {
    summary: "Lists the caller's addresses.",
    access: 'user',
    reply: z.array(SavedAddress),
  },
  'POST /addresses': {
    summary: 'Creates an address, or updates the one with the given id.',
    access: 'user',
    body: AddressFields.extend({ id: z.number().int().max(2_147_483_647).nullable().optional() }),
    reply: SavedAddress,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'forbidden', 'not_found', 'conflict'],
  },
  'PATCH /addresses/:id': {
    summary: 'Updates an address; a read-only address is rejected.',
    access: 'owner',
    params: IdParams,
    body: AddressChange.extend({ id: Id.optional() }),
    reply: SavedAddress,
    refuses: ['invalid_fields', 'forbidden', 'not_found'],
  },
  'POST /addresses/:id/default': {
    summary: 'Sets the default address.',
    access: 'owner',
    params: IdParams,
    reply: SavedAddress,
    refuses: ['not_found'],
  },
  'DELETE /addresses/:id': {
    summary: 'Deletes an address; a read-only address is rejected.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['forbidden', 'not_found'],
  },
} as const satisfies ContractMap;
