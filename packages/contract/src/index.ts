import { accountDeletion } from './account/account-deletion.ts';
import { dataExports } from './account/data-exports.ts';
import { notifications } from './account/notifications.ts';
import { activityAdmin } from './activity/activity-admin.ts';
import { affiliateApplications, affiliateApplicationsAdmin } from './affiliates/affiliate-applications.ts';
import { affiliatePortal } from './affiliates/affiliate-portal.ts';
import { affiliates } from './affiliates/affiliates.ts';
import { affiliatesAdmin } from './affiliates/affiliates-admin.ts';
import { analytics } from './analytics/analytics.ts';
import { backOffice } from './analytics/back-office.ts';
import { home } from './analytics/home.ts';
import { metrics } from './analytics/metrics.ts';
import { partnerDashboards } from './analytics/partner-dashboards.ts';
import { scheduledReports } from './analytics/scheduled-reports.ts';
import { webTraffic } from './analytics/web-traffic.ts';
import { beta, betaAdmin } from './beta/beta.ts';
import { catalog } from './catalog/catalog.ts';
import { catalogAdmin } from './catalog/catalog-admin.ts';
import { catalogImportAdmin } from './catalog/catalog-import-admin.ts';
import { catalogSheetAdmin } from './catalog/catalog-sheet-admin.ts';
import { catalogVin } from './catalog/catalog-vin.ts';
import { toolManifests } from './catalog/tool-manifests.ts';
import { content } from './content/content.ts';
import { contentAdmin } from './content/content-admin.ts';
import { newsletters, newslettersAdmin } from './content/newsletters.ts';
import { tuneCredits } from './credits/tune-credits.ts';
import { tuneCreditsAdmin } from './credits/tune-credits-admin.ts';
import { applications, applicationsAdmin } from './dealers/applications.ts';
import { dealerDirectory } from './dealers/dealer-directory.ts';
import { dealerMembers } from './dealers/dealer-members.ts';
import { dealerMoney } from './dealers/dealer-money.ts';
import { dealerSales } from './dealers/dealer-sales.ts';
import { dealerSettings } from './dealers/dealer-settings.ts';
import { dealerStatistics } from './dealers/dealer-statistics.ts';
import { dealerTierCalls } from './dealers/dealer-tiers.ts';
import { dealerTickets, dealerWork } from './dealers/dealer-work.ts';
import { dealers } from './dealers/dealers.ts';
import { dealersAdmin } from './dealers/dealers-admin.ts';
import { purchaseApprovals } from './dealers/purchase-approvals.ts';
import { signatures } from './dealers/signatures.ts';
import type { Answer, ContractMap, Got, Received, Sent } from './endpoint.ts';
import { garage } from './garage/garage.ts';
import { passport } from './garage/passport.ts';
import { addresses } from './identity/addresses.ts';
import { apiKeys } from './identity/api-keys.ts';
import { guests } from './identity/guests.ts';
import { identity } from './identity/identity.ts';
import { identityAdmin } from './identity/identity-admin.ts';
import { reauthentication } from './identity/reauthentication.ts';
import { leadActivities } from './leads/lead-activities.ts';
import { leadContacts } from './leads/lead-contacts.ts';
import { leadDealers } from './leads/lead-dealers.ts';
import { leadDeals } from './leads/lead-deals.ts';
import { leadFields } from './leads/lead-fields.ts';
import { leadImports } from './leads/lead-imports.ts';
import { leadMails } from './leads/lead-mails.ts';
import { leadNotes } from './leads/lead-notes.ts';
import { leadOpportunities } from './leads/lead-opportunities.ts';
import { leadPipelines } from './leads/lead-pipelines.ts';
import { leadReports } from './leads/lead-reports.ts';
import { balances } from './ledger/balances.ts';
import { ledgerAdmin } from './ledger/ledger-admin.ts';
import { lineDisputes, lineDisputesAdmin } from './ledger/line-disputes.ts';
import { payoutsAdmin } from './ledger/payouts-admin.ts';
import { listViews } from './lists/list-views.ts';
import { bulkRuns } from './operations/bulk-runs.ts';
import { inboundMail } from './operations/inbound-mail.ts';
import { operationsAdmin } from './operations/operations-admin.ts';
import { payments } from './payments/payments.ts';
import { purchases } from './purchases/purchases.ts';
import { purchasesAdmin } from './purchases/purchases-admin.ts';
import { tuneSales } from './purchases/tune-sales.ts';
import { creditNotes } from './sales/credit-notes.ts';
import { invoices } from './sales/invoices.ts';
import { transactionsAdmin } from './sales/transactions-admin.ts';
import { search } from './search/search.ts';
import { searchAdmin } from './search/search-admin.ts';
import { colors } from './settings/colors.ts';
import { settings } from './settings/settings.ts';
import { settingsAdmin } from './settings/settings-admin.ts';
import { places } from './store/places.ts';
import { rentals, rentalsAdmin } from './store/rentals.ts';
import { stockAdmin } from './store/stock-admin.ts';
import { storeCodesAdmin } from './store/store-codes-admin.ts';
import { storeOrders } from './store/store-orders.ts';
import { storeOrdersAdmin } from './store/store-orders-admin.ts';
import { storeProducts } from './store/store-products.ts';
import { storeProductsAdmin } from './store/store-products-admin.ts';
import { storeReturns, storeReturnsAdmin } from './store/store-returns.ts';
import { storeShippingAdmin } from './store/store-shipping-admin.ts';
import { storeTablesAdmin } from './store/store-tables-admin.ts';
import { storeToolOrders } from './store/store-tool-orders.ts';
import { tradeIns, tradeInsAdmin } from './store/trade-ins.ts';
import { approvalsAdmin } from './support/approvals-admin.ts';
import { supportLinks } from './support/support-links.ts';
import { supportRescue } from './support/support-rescue.ts';
import { supportRescueAdmin } from './support/support-rescue-admin.ts';
import { supportTickets } from './support/support-tickets.ts';
import { supportTicketsAdmin } from './support/support-tickets-admin.ts';
import { tuners } from './tuners/tuners.ts';
import { tunersAdmin } from './tuners/tuners-admin.ts';
import { tuningGraphs } from './tuning/tuning-graphs.ts';
import { tuningGuests } from './tuning/tuning-guests.ts';
import { tuningReceipts } from './tuning/tuning-receipts.ts';
import { tuningReport } from './tuning/tuning-report.ts';
import { tuningRequestLogs } from './tuning/tuning-request-logs.ts';
import { tuningRequestPurchases } from './tuning/tuning-request-purchases.ts';
import { tuningRequests } from './tuning/tuning-requests.ts';
import { tuningRequestsAdmin } from './tuning/tuning-requests-admin.ts';
import { tuningUploads } from './tuning/tuning-uploads.ts';
import { tuningWork } from './tuning/tuning-work.ts';
import { valueTransfers, valueTransfersAdmin } from './tuning/value-transfers.ts';
import { toolSessions } from './webhooks/tool-sessions.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** Every call of the product, keyed by method and path under /api. */
export const contract = {
  ...listViews,
  ...identity,
  ...guests,
  ...reauthentication,
  ...identityAdmin,
  ...addresses,
  ...apiKeys,
  ...ledgerAdmin,
  ...lineDisputes,
  ...lineDisputesAdmin,
  ...payoutsAdmin,
  ...operationsAdmin,
  ...inboundMail,
  ...bulkRuns,
  ...payments,
  ...settings,
  ...settingsAdmin,
  ...colors,
  ...catalog,
  ...catalogVin,
  ...catalogAdmin,
  ...catalogImportAdmin,
  ...catalogSheetAdmin,
  ...toolManifests,
  ...dealers,
  ...dealerMembers,
  ...dealerSettings,
  ...dealerMoney,
  ...dealerSales,
  ...purchaseApprovals,
  ...dealerStatistics,
  ...dealerDirectory,
  ...dealerTickets,
  ...dealerWork,
  ...dealerTierCalls,
  ...dealersAdmin,
  ...applications,
  ...applicationsAdmin,
  ...signatures,
  ...tuners,
  ...tunersAdmin,
  ...affiliates,
  ...affiliatesAdmin,
  ...affiliateApplications,
  ...affiliatePortal,
  ...affiliateApplicationsAdmin,
  ...balances,
  ...storeOrders,
  ...creditNotes,
  ...invoices,
  ...purchases,
  ...purchasesAdmin,
  ...tuneCredits,
  ...tuneCreditsAdmin,
  ...tuneSales,
  ...storeShippingAdmin,
  ...storeCodesAdmin,
  ...storeTablesAdmin,
  ...storeToolOrders,
  ...tradeIns,
  ...tradeInsAdmin,
  ...rentals,
  ...rentalsAdmin,
  ...storeReturns,
  ...storeReturnsAdmin,
  ...places,
  ...storeOrdersAdmin,
  ...transactionsAdmin,
  ...storeProducts,
  ...storeProductsAdmin,
  ...stockAdmin,
  ...leadFields,
  ...leadPipelines,
  ...leadImports,
  ...leadMails,
  ...leadDealers,
  ...leadDeals,
  ...leadActivities,
  ...leadContacts,
  ...leadNotes,
  ...leadOpportunities,
  ...leadReports,
  ...supportTickets,
  ...supportLinks,
  ...approvalsAdmin,
  ...supportRescue,
  ...supportRescueAdmin,
  ...supportTicketsAdmin,
  ...tuningUploads,
  ...tuningReceipts,
  ...tuningGraphs,
  ...tuningGuests,
  ...tuningRequests,
  ...tuningRequestLogs,
  ...tuningRequestPurchases,
  ...tuningWork,
  ...tuningRequestsAdmin,
  ...tuningReport,
  ...valueTransfers,
  ...valueTransfersAdmin,
  ...content,
  ...contentAdmin,
  ...newsletters,
  ...beta,
  ...betaAdmin,
  ...newslettersAdmin,
  ...garage,
  ...passport,
  ...search,
  ...searchAdmin,
  ...analytics,
  ...home,
  ...webTraffic,
  ...metrics,
  ...partnerDashboards,
  ...activityAdmin,
  ...dataExports,
  ...accountDeletion,
  ...notifications,
  ...webhooks,
  ...toolSessions,
  ...backOffice,
  ...scheduledReports,
} as const satisfies ContractMap;

type Contract = typeof contract;
export type CallKey = keyof Contract;

// These are interfaces because the compiler looks up interface members by key. It would compute a mapped type from the
// generic key, which multiplies the members of all calls at every call site.
interface Inputs extends InputOfEach {}
interface Replies extends ReplyOfEach {}
type InputOfEach = { [K in CallKey]: Flat<Sent<Contract[K]>> };
type ReplyOfEach = { [K in CallKey]: Got<Contract[K]> };
type Flat<T> = { [P in keyof T]: T[P] };
/** Calls that need no input. */
type BareKey = { [K in CallKey]: Record<string, never> extends Inputs[K] ? K : never }[CallKey];

export type CallInput<K extends CallKey> = Inputs[K];
export type CallReply<K extends CallKey> = Replies[K];

/** Shared signature of the browser client and the in-process client for server rendering. */
export type Call = {
  <K extends BareKey>(key: K): Promise<Replies[K]>;
  <K extends CallKey>(key: K, input: Inputs[K]): Promise<Replies[K]>;
};

export type { Answer, Got, Received, Sent };
