import { addresses } from './addresses.ts';
import { affiliates } from './affiliates.ts';
import { affiliatesAdmin } from './affiliates-admin.ts';
import { analytics } from './analytics.ts';
import { approvalsAdmin } from './approvals-admin.ts';
import { balances } from './balances.ts';
import { catalog } from './catalog.ts';
import { catalogAdmin } from './catalog-admin.ts';
import { catalogImportAdmin } from './catalog-import-admin.ts';
import { catalogSheetAdmin } from './catalog-sheet-admin.ts';
import { catalogVin } from './catalog-vin.ts';
import { dealers } from './dealers.ts';
import { dealersAdmin } from './dealers-admin.ts';
import type { Answer, ContractMap, Got, Received, Sent } from './endpoint.ts';
import { identity } from './identity.ts';
import { identityAdmin } from './identity-admin.ts';
import { ledgerAdmin } from './ledger-admin.ts';
import { operationsAdmin } from './operations-admin.ts';
import { payments } from './payments.ts';
import { places } from './places.ts';
import { reauthentication } from './reauthentication.ts';
import { rentals, rentalsAdmin } from './rentals.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { settingsAdmin } from './settings-admin.ts';
import { stockAdmin } from './stock-admin.ts';
import { storeCodesAdmin } from './store-codes-admin.ts';
import { storeInvoices } from './store-invoices.ts';
import { storeOrders } from './store-orders.ts';
import { storeOrdersAdmin } from './store-orders-admin.ts';
import { storeProducts } from './store-products.ts';
import { storeProductsAdmin } from './store-products-admin.ts';
import { storePurchases } from './store-purchases.ts';
import { storeShelvesAdmin } from './store-shelves-admin.ts';
import { storeShippingAdmin } from './store-shipping-admin.ts';
import { storeToolOrders } from './store-tool-orders.ts';
import { storeTransactionsAdmin } from './store-transactions-admin.ts';
import { storeTuneSales } from './store-tune-sales.ts';
import { supportLinks } from './support-links.ts';
import { supportRescue } from './support-rescue.ts';
import { supportRescueAdmin } from './support-rescue-admin.ts';
import { supportTickets } from './support-tickets.ts';
import { supportTicketsAdmin } from './support-tickets-admin.ts';
import { tradeIns, tradeInsAdmin } from './trade-ins.ts';
import { tuneCredits } from './tune-credits.ts';
import { tuneCreditsAdmin } from './tune-credits-admin.ts';
import { tuners } from './tuners.ts';
import { tunersAdmin } from './tuners-admin.ts';
import { tuningGraphs } from './tuning-graphs.ts';
import { tuningReceipts } from './tuning-receipts.ts';
import { tuningReport } from './tuning-report.ts';
import { tuningRequestPurchases } from './tuning-request-purchases.ts';
import { tuningRequests } from './tuning-requests.ts';
import { tuningRequestsAdmin } from './tuning-requests-admin.ts';
import { tuningUploads } from './tuning-uploads.ts';
import { tuningWork } from './tuning-work.ts';

/** Every call of the product, keyed by method and path under /api. */
export const contract = {
  ...identity,
  ...reauthentication,
  ...identityAdmin,
  ...addresses,
  ...ledgerAdmin,
  ...operationsAdmin,
  ...payments,
  ...settings,
  ...settingsAdmin,
  ...catalog,
  ...catalogVin,
  ...catalogAdmin,
  ...catalogImportAdmin,
  ...catalogSheetAdmin,
  ...dealers,
  ...dealersAdmin,
  ...tuners,
  ...tunersAdmin,
  ...affiliates,
  ...affiliatesAdmin,
  ...balances,
  ...storeOrders,
  ...storeInvoices,
  ...storePurchases,
  ...tuneCredits,
  ...tuneCreditsAdmin,
  ...storeTuneSales,
  ...storeShippingAdmin,
  ...storeCodesAdmin,
  ...storeShelvesAdmin,
  ...storeToolOrders,
  ...tradeIns,
  ...tradeInsAdmin,
  ...rentals,
  ...rentalsAdmin,
  ...places,
  ...storeOrdersAdmin,
  ...storeTransactionsAdmin,
  ...storeProducts,
  ...storeProductsAdmin,
  ...stockAdmin,
  ...supportTickets,
  ...supportLinks,
  ...approvalsAdmin,
  ...supportRescue,
  ...supportRescueAdmin,
  ...supportTicketsAdmin,
  ...tuningUploads,
  ...tuningReceipts,
  ...tuningGraphs,
  ...tuningRequests,
  ...tuningRequestPurchases,
  ...tuningWork,
  ...tuningRequestsAdmin,
  ...tuningReport,
  ...search,
  ...analytics,
} as const satisfies ContractMap;

export type Contract = typeof contract;
export type CallKey = keyof Contract;

// Interfaces, because the compiler looks a member of one up by its key. A mapped type it would compute from the generic key, which
// multiplies the parts of all calls with each other at every place where one is made.
interface Inputs extends InputOfEach {}
interface Replies extends ReplyOfEach {}
type InputOfEach = { [K in CallKey]: Flat<Sent<Contract[K]>> };
type ReplyOfEach = { [K in CallKey]: Got<Contract[K]> };
type Flat<T> = { [P in keyof T]: T[P] };
/** Calls that may be made with nothing but their name. */
type BareKey = { [K in CallKey]: Record<string, never> extends Inputs[K] ? K : never }[CallKey];

export type CallInput<K extends CallKey> = Inputs[K];
export type CallReply<K extends CallKey> = Replies[K];

/** One signature for the browser's client and the in-process one that server rendering uses. */
export type Call = {
  <K extends BareKey>(key: K): Promise<Replies[K]>;
  <K extends CallKey>(key: K, input: Inputs[K]): Promise<Replies[K]>;
};

export type { Answer, Got, Received, Sent };
