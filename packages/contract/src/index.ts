import { addresses } from './addresses.ts';
import { analytics } from './analytics.ts';
import { catalog } from './catalog.ts';
import { catalogAdmin } from './catalog-admin.ts';
import { catalogImportAdmin } from './catalog-import-admin.ts';
import { dealersAdmin } from './dealers-admin.ts';
import type { Answer, ContractMap, Got, Received, Sent } from './endpoint.ts';
import { identity } from './identity.ts';
import { identityAdmin } from './identity-admin.ts';
import { ledgerAdmin } from './ledger-admin.ts';
import { operationsAdmin } from './operations-admin.ts';
import { payments } from './payments.ts';
import { settings } from './settings.ts';
import { settingsAdmin } from './settings-admin.ts';
import { stockAdmin } from './stock-admin.ts';
import { storeInvoices } from './store-invoices.ts';
import { storeOrders } from './store-orders.ts';
import { storeProducts } from './store-products.ts';
import { storeProductsAdmin } from './store-products-admin.ts';
import { storeShippingAdmin } from './store-shipping-admin.ts';
import { storeTransactionsAdmin } from './store-transactions-admin.ts';
import { tunersAdmin } from './tuners-admin.ts';

/** Every call of the product, keyed by method and path under /api. */
export const contract = {
  ...identity,
  ...identityAdmin,
  ...addresses,
  ...ledgerAdmin,
  ...operationsAdmin,
  ...payments,
  ...settings,
  ...settingsAdmin,
  ...catalog,
  ...catalogAdmin,
  ...catalogImportAdmin,
  ...dealersAdmin,
  ...tunersAdmin,
  ...storeOrders,
  ...storeInvoices,
  ...storeShippingAdmin,
  ...storeTransactionsAdmin,
  ...storeProducts,
  ...storeProductsAdmin,
  ...stockAdmin,
  ...analytics,
} as const satisfies ContractMap;

export type Contract = typeof contract;
export type CallKey = keyof Contract;
export type CallInput<K extends CallKey> = Sent<Contract[K]>;
export type CallReply<K extends CallKey> = Got<Contract[K]>;

/** One signature for the browser's client and the in-process one that server rendering uses. */
export type Call = <K extends CallKey>(
  key: K,
  ...input: Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
) => Promise<CallReply<K>>;

export type { Answer, Got, Received, Sent };
