import { contract } from '@tuneport/contract/index';
import { affiliateRoutes, affiliatesAdminRoutes } from './modules/affiliates/index.ts';
import { analyticsRoutes } from './modules/analytics/index.ts';
import {
  catalogAdminRoutes,
  catalogImportJobs,
  catalogImportRoutes,
  catalogRoutes,
  catalogSheetJobs,
  catalogSheetRoutes,
  catalogVinRoutes,
} from './modules/catalog/index.ts';
import { dealerJobs, dealerSchedules, dealersAdminRoutes, dealersRoutes } from './modules/dealers/index.ts';
import {
  addressRoutes,
  identityAdminRoutes,
  identityRoutes,
  reauthenticationRoutes,
  sealedTotpSecrets,
} from './modules/identity/index.ts';
import {
  earningJobs,
  earningSchedules,
  ledgerAdminRoutes,
  maintainLedger,
  maintainLedgerEveryMs,
  registerEarningSubjects,
} from './modules/ledger/index.ts';
import { operationsAdminRoutes } from './modules/operations/index.ts';
import {
  type PaymentSubjects,
  paymentRoutes,
  registerPaymentSubjects,
  sweepPayments,
} from './modules/payments/index.ts';
import { searchRoutes } from './modules/search/index.ts';
import { settingsAdminRoutes, settingsRoutes } from './modules/settings/index.ts';
import {
  balanceRoutes,
  creditJobs,
  creditSchedules,
  followPurchases,
  orderAccountSubject,
  orderEarnings,
  orderJobs,
  orderSchedules,
  orderSubject,
  placeRoutes,
  purchaseAccountSubject,
  purchaseEarnings,
  purchaseJobs,
  purchaseSchedules,
  purchaseSubject,
  rentalAdminRoutes,
  rentalJobs,
  rentalRestSubject,
  rentalRoutes,
  rentalSchedules,
  rentalSubject,
  stockAdminRoutes,
  storeCodeRoutes,
  storeInvoiceRoutes,
  storeOrderRoutes,
  storeProductAdminRoutes,
  storeProductRoutes,
  storePurchaseRoutes,
  storeShelfRoutes,
  storeShippingRoutes,
  storeStaffOrderRoutes,
  storeToolOrderRoutes,
  storeTransactionRoutes,
  storeTuneSaleRoutes,
  tradeInAdminRoutes,
  tradeInJobs,
  tradeInRoutes,
  tradeInSchedules,
  tuneCreditAdminRoutes,
  tuneCreditRoutes,
} from './modules/store/index.ts';
import {
  approvalAdminRoutes,
  rescueJobs,
  rescueSchedules,
  supportLinkRoutes,
  supportRescueAdminRoutes,
  supportRescueRoutes,
  supportTicketAdminRoutes,
  supportTicketRoutes,
  ticketJobs,
  ticketSchedules,
} from './modules/support/index.ts';
import { tunersAdminRoutes, tunersRoutes } from './modules/tuners/index.ts';
import {
  graphJobs,
  graphSchedules,
  sealedReceiptKeys,
  tuneRequestJobs,
  tuneRequestSchedules,
  tuningFollower,
  tuningGraphRoutes,
  tuningReceiptRoutes,
  tuningReportRoutes,
  tuningRequestAdminRoutes,
  tuningRequestPurchaseRoutes,
  tuningRequestRoutes,
  tuningUploadJobs,
  tuningUploadRoutes,
  tuningUploadSchedules,
  tuningWorkRoutes,
} from './modules/tuning/index.ts';
import { sealedAnswers } from './platform/http/mount/idempotency.ts';
import { makeRegistry, type Registry } from './platform/http/mount/registry.ts';
import type { AnyJob, Schedule } from './platform/jobs/define.ts';
import { housekeepingJobs, housekeepingSchedules } from './platform/jobs/housekeeping.ts';
import type { IntervalTask } from './platform/jobs/interval-tasks.ts';
import type { SealedColumn } from './platform/reseal.ts';

/** All areas with their handlers. Startup fails if an endpoint of the contract has no handler. */
export const makeProductRegistry = (): Registry =>
  makeRegistry(contract, [
    identityRoutes,
    reauthenticationRoutes,
    identityAdminRoutes,
    addressRoutes,
    ledgerAdminRoutes,
    operationsAdminRoutes,
    paymentRoutes,
    settingsRoutes,
    settingsAdminRoutes,
    catalogRoutes,
    catalogVinRoutes,
    catalogAdminRoutes,
    catalogImportRoutes,
    catalogSheetRoutes,
    dealersAdminRoutes,
    dealersRoutes,
    tunersRoutes,
    tunersAdminRoutes,
    affiliateRoutes,
    affiliatesAdminRoutes,
    storeProductRoutes,
    storeProductAdminRoutes,
    stockAdminRoutes,
    balanceRoutes,
    storeOrderRoutes,
    storeShippingRoutes,
    storeCodeRoutes,
    storeShelfRoutes,
    storeToolOrderRoutes,
    tradeInRoutes,
    tradeInAdminRoutes,
    rentalRoutes,
    rentalAdminRoutes,
    placeRoutes,
    storeInvoiceRoutes,
    storePurchaseRoutes,
    tuneCreditRoutes,
    tuneCreditAdminRoutes,
    storeTuneSaleRoutes,
    storeTransactionRoutes,
    storeStaffOrderRoutes,
    supportTicketRoutes,
    approvalAdminRoutes,
    supportTicketAdminRoutes,
    supportLinkRoutes,
    supportRescueRoutes,
    supportRescueAdminRoutes,
    tuningUploadRoutes,
    tuningReceiptRoutes,
    tuningRequestRoutes,
    tuningRequestPurchaseRoutes,
    tuningWorkRoutes,
    tuningRequestAdminRoutes,
    tuningReportRoutes,
    tuningGraphRoutes,
    searchRoutes,
    analyticsRoutes,
  ]);

/** Background jobs of all areas. */
export const productJobs: readonly AnyJob[] = [
  ...housekeepingJobs,
  ...earningJobs,
  ...catalogImportJobs,
  ...catalogSheetJobs,
  ...orderJobs,
  ...tradeInJobs,
  ...rentalJobs,
  ...purchaseJobs,
  ...creditJobs,
  ...dealerJobs,
  ...ticketJobs,
  ...rescueJobs,
  ...tuningUploadJobs,
  ...tuneRequestJobs,
  ...graphJobs,
];
export const productSchedules: readonly Schedule[] = [
  ...housekeepingSchedules,
  ...earningSchedules,
  ...orderSchedules,
  ...tradeInSchedules,
  ...rentalSchedules,
  ...purchaseSchedules,
  ...creditSchedules,
  ...dealerSchedules,
  ...ticketSchedules,
  ...rescueSchedules,
  ...tuningUploadSchedules,
  ...tuneRequestSchedules,
  ...graphSchedules,
];

/** Tasks that run more often than the one-minute resolution of a schedule. */
export const productIntervalTasks: readonly IntervalTask[] = [
  { name: 'payments.sweep', everyMs: 10_000, run: sweepPayments },
  { name: 'ledger.keep', everyMs: maintainLedgerEveryMs, run: maintainLedger },
];

/** All database columns that are encrypted with the installation's key. */
export const sealedColumns: readonly SealedColumn[] = [sealedTotpSecrets, sealedReceiptKeys, sealedAnswers];

/** Payable subjects: each area defines what settling a payment does. */
export const paymentSubjects: PaymentSubjects = {
  order: orderSubject,
  'order-account': orderAccountSubject,
  rental: rentalSubject,
  'rental-rest': rentalRestSubject,
  purchase: purchaseSubject,
  'purchase-account': purchaseAccountSubject,
};
registerPaymentSubjects(paymentSubjects);
// Notifies tune requests when a purchase made for them is paid or refunded.
followPurchases(tuningFollower);
// Subjects that create earnings.
registerEarningSubjects({ order: orderEarnings, purchase: purchaseEarnings });
