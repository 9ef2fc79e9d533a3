import { msg } from '../text/text.ts';

/** What a key may do for its owner. A call names the scope it needs; calls without one are not open to keys. */
export const apiScopes = {
  'profile.read': msg('Read your profile'),
  'vehicles.read': msg('Read the cars in your garage'),
  'vehicles.write': msg('Add, change and delete cars in your garage'),
  'requests.read': msg('Read tune requests and download their files'),
  'requests.write': msg('Upload files and answer questions of tune requests'),
  'orders.read': msg('Read orders, purchases and invoices'),
  'credits.read': msg('Read tune credits and balances'),
  'tickets.read': msg('Read tickets'),
  'tickets.write': msg('Open tickets and reply'),
  'tools.write': msg('Describe tools and run the tool simulator'),
} as const;

export type ApiScope = keyof typeof apiScopes;
/** Scopes of calls for tool developers. A key of anyone else can have them and is refused by the calls. */
export const developerScopes: readonly ApiScope[] = ['tools.write'];
export const apiScopeNames = Object.keys(apiScopes) as [ApiScope, ...ApiScope[]];

/** How long a key works, in days. There are no keys without an end. */
export const apiKeyDays = [30, 90, 365] as const;
export const apiKeysMax = 10;
/** Requests per minute of one key. */
export const apiKeyRequestsPerMinute = 120;
export const apiKeyStart = 'tp_';
