import { contract } from '@tuneport/contract/index';
import {
  accountDeletionRoutes,
  accountJobs,
  accountMailSamples,
  accountSchedules,
  dataExportRoutes,
  notificationRoutes,
} from './modules/account/index.ts';
import { activityAdminRoutes } from './modules/activity/index.ts';
import {
  affiliateApplicationAdminRoutes,
  affiliateApplicationRoutes,
  affiliateMailSamples,
  affiliatePortalRoutes,
  affiliateRoutes,
  affiliatesAdminRoutes,
} from './modules/affiliates/index.ts';
import {
  analyticsRemovals,
  analyticsRoutes,
  backOfficeRoutes,
  countTraffic,
  dealerStatisticsRoutes,
  homeJobs,
  homeRoutes,
  homeSchedules,
  metricRoutes,
  partnerDashboardRoutes,
  reportAttachment,
  reportJobs,
  reportMailSamples,
  reportSchedules,
  scheduledReportRoutes,
  trafficJobs,
  trafficSchedules,
  webTrafficRoutes,
} from './modules/analytics/index.ts';
import { auditRemovals } from './modules/audit/index.ts';
import { betaAdminRoutes, betaJobs, betaMailSamples, betaRoutes, betaSchedules } from './modules/beta/index.ts';
import {
  catalogAdminRoutes,
  catalogBulkLists,
  catalogImportJobs,
  catalogImportRoutes,
  catalogRoutes,
  catalogSheetJobs,
  catalogSheetRoutes,
  catalogVinRoutes,
  estimateRemovals,
  manifestMailSamples,
  subscriptionMailSamples,
  toolManifestRoutes,
} from './modules/catalog/index.ts';
import {
  contentAdminRoutes,
  contentIntervalTasks,
  contentMailSamples,
  contentRemovals,
  contentRoutes,
  newsletterAdminRoutes,
  newsletterRoutes,
} from './modules/content/index.ts';
import {
  creditDealSubject,
  creditJobs,
  creditMailSamples,
  creditSchedules,
  tuneCreditAdminRoutes,
  tuneCreditRoutes,
} from './modules/credits/index.ts';
import {
  applicationAdminRoutes,
  applicationRoutes,
  dealerDirectoryRoutes,
  dealerJobs,
  dealerMailSamples,
  dealerMemberRoutes,
  dealerMoneyRoutes,
  dealerPaymentSubject,
  dealerSchedules,
  dealerSettingRoutes,
  dealersAdminRoutes,
  dealersRoutes,
  dealerTierRoutes,
  signatureRoutes,
  statementAttachment,
} from './modules/dealers/index.ts';
import {
  garageJobs,
  garageMailSamples,
  garageRoutes,
  garageSchedules,
  passportRoutes,
} from './modules/garage/index.ts';
import {
  addressRoutes,
  apiKeyRoutes,
  emailChangeMailSamples,
  guestMailSamples,
  guestRoutes,
  identityAdminRoutes,
  identityRemovals,
  identityRoutes,
  loginMailSamples,
  reauthenticationRoutes,
  sealedTotpSecrets,
} from './modules/identity/index.ts';
import {
  dealMailFile,
  dealReplies,
  leadActivityRoutes,
  leadBulkLists,
  leadContactRoutes,
  leadDealerRoutes,
  leadDealRoutes,
  leadFieldRoutes,
  leadImportRoutes,
  leadJobs,
  leadMailRoutes,
  leadMailSamples,
  leadNoteRoutes,
  leadOpportunityRoutes,
  leadPipelineRoutes,
  leadReportRoutes,
  leadSchedules,
} from './modules/leads/index.ts';
import {
  earningJobs,
  earningSchedules,
  ledgerAdminRoutes,
  ledgerCheckJobs,
  ledgerCheckSchedules,
  ledgerMailSamples,
  maintainLedger,
  maintainLedgerEveryMs,
  payoutAdminRoutes,
  registerEarningSubjects,
  remittanceAttachment,
  sealedBankAccounts,
} from './modules/ledger/index.ts';
import { listViewRoutes } from './modules/lists/index.ts';
import {
  bulkRunRoutes,
  inboundMailRoutes,
  operationsAdminRoutes,
  registerBulkLists,
  runBulkJob,
} from './modules/operations/index.ts';
import {
  type PaymentSubjects,
  paymentRoutes,
  registerPaymentSubjects,
  sweepPayments,
} from './modules/payments/index.ts';
import {
  followPurchases,
  purchaseAccountSubject,
  purchaseAdminRoutes,
  purchaseApprovalRoutes,
  purchaseEarnings,
  purchaseJobs,
  purchaseMailSamples,
  purchaseRoutes,
  purchaseSchedules,
  purchaseSubject,
  tuneSaleRoutes,
} from './modules/purchases/index.ts';
import { creditNoteRoutes, dealerSaleRoutes, invoiceRoutes, transactionRoutes } from './modules/sales/index.ts';
import { searchAdminRoutes, searchRoutes } from './modules/search/index.ts';
import { colorRoutes, settingsAdminRoutes, settingsRoutes } from './modules/settings/index.ts';
import {
  balanceRoutes,
  orderAccountSubject,
  orderEarnings,
  orderJobs,
  orderSchedules,
  orderSubject,
  placeRoutes,
  rentalAdminRoutes,
  rentalJobs,
  rentalRestSubject,
  rentalRoutes,
  rentalSchedules,
  rentalSubject,
  stockAdminRoutes,
  storeCodeRoutes,
  storeMailSamples,
  storeOrderRoutes,
  storeProductAdminRoutes,
  storeProductRoutes,
  storeReturnAdminRoutes,
  storeReturnRoutes,
  storeShippingRoutes,
  storeStaffOrderRoutes,
  storeTableRoutes,
  storeToolOrderRoutes,
  tradeInAdminRoutes,
  tradeInJobs,
  tradeInRoutes,
  tradeInSchedules,
} from './modules/store/index.ts';
import {
  approvalAdminRoutes,
  dealerTicketRoutes,
  disputeEarnings,
  lineDisputeAdminRoutes,
  lineDisputeRoutes,
  rescueJobs,
  rescueSchedules,
  supportLinkRoutes,
  supportMailSamples,
  supportRescueAdminRoutes,
  supportRescueRoutes,
  supportTicketAdminRoutes,
  supportTicketRoutes,
  ticketJobs,
  ticketReplies,
  ticketSchedules,
} from './modules/support/index.ts';
import { tunersAdminRoutes, tunersRoutes } from './modules/tuners/index.ts';
import {
  dealerWorkRoutes,
  graphJobs,
  graphSchedules,
  sealedReceiptKeys,
  tuneRequestJobs,
  tuneRequestSchedules,
  tuningFollower,
  tuningGraphRoutes,
  tuningGuestRoutes,
  tuningMailSamples,
  tuningReceiptRoutes,
  tuningReportRoutes,
  tuningRequestAdminRoutes,
  tuningRequestLogRoutes,
  tuningRequestPurchaseRoutes,
  tuningRequestRoutes,
  tuningUploadJobs,
  tuningUploadRoutes,
  tuningUploadSchedules,
  tuningWorkRoutes,
  valueTransferAdminRoutes,
  valueTransferJobs,
  valueTransferRoutes,
  valueTransferSchedules,
} from './modules/tuning/index.ts';
import {
  sealedWebhookSecrets,
  toolSessionRoutes,
  webhookIntervalTasks,
  webhookJobs,
  webhookMailSamples,
  webhookRoutes,
  webhookSchedules,
} from './modules/webhooks/index.ts';
import { sealedAnswers } from './platform/http/mount/idempotency.ts';
import { makeRegistry, type Registry } from './platform/http/mount/registry.ts';
import type { AnyJob, Schedule } from './platform/jobs/define.ts';
import { housekeepingJobs, housekeepingSchedules, registerRemovals } from './platform/jobs/housekeeping.ts';
import type { IntervalTask } from './platform/jobs/interval-tasks.ts';
import { registerReplySubjects } from './platform/mail/inbound/receive-mail.ts';
import { sealedReplyKey } from './platform/mail/inbound/reply-address.ts';
import { mailLanguage } from './platform/mail/mail-language.ts';
import { registerMailSamples } from './platform/mail/samples.ts';
import type { MailFile } from './platform/mail/transport.ts';
import type { PdfFile } from './platform/pdf/send-pdf.ts';
import type { Platform } from './platform/platform.ts';
import type { SealedColumn } from './platform/secrets/reseal.ts';
import { withLanguage } from './platform/texts.ts';

/** All areas with their handlers. Startup fails if an endpoint of the contract has no handler. */
export const makeProductRegistry = (): Registry =>
  makeRegistry(contract, [
    identityRoutes,
    guestRoutes,
    reauthenticationRoutes,
    identityAdminRoutes,
    addressRoutes,
    apiKeyRoutes,
    ledgerAdminRoutes,
    payoutAdminRoutes,
    operationsAdminRoutes,
    inboundMailRoutes,
    bulkRunRoutes,
    listViewRoutes,
    paymentRoutes,
    settingsRoutes,
    settingsAdminRoutes,
    colorRoutes,
    catalogRoutes,
    catalogVinRoutes,
    catalogAdminRoutes,
    catalogImportRoutes,
    catalogSheetRoutes,
    toolManifestRoutes,
    dealersAdminRoutes,
    dealerTierRoutes,
    dealersRoutes,
    dealerMemberRoutes,
    dealerSettingRoutes,
    dealerMoneyRoutes,
    dealerDirectoryRoutes,
    dealerTicketRoutes,
    dealerWorkRoutes,
    applicationRoutes,
    applicationAdminRoutes,
    signatureRoutes,
    tunersRoutes,
    tunersAdminRoutes,
    affiliateRoutes,
    affiliatesAdminRoutes,
    affiliateApplicationRoutes,
    affiliateApplicationAdminRoutes,
    affiliatePortalRoutes,
    storeProductRoutes,
    storeProductAdminRoutes,
    stockAdminRoutes,
    balanceRoutes,
    storeOrderRoutes,
    storeShippingRoutes,
    storeCodeRoutes,
    storeTableRoutes,
    storeToolOrderRoutes,
    tradeInRoutes,
    tradeInAdminRoutes,
    rentalRoutes,
    rentalAdminRoutes,
    storeReturnRoutes,
    storeReturnAdminRoutes,
    placeRoutes,
    creditNoteRoutes,
    invoiceRoutes,
    purchaseRoutes,
    purchaseAdminRoutes,
    dealerSaleRoutes,
    purchaseApprovalRoutes,
    tuneCreditRoutes,
    tuneCreditAdminRoutes,
    tuneSaleRoutes,
    transactionRoutes,
    storeStaffOrderRoutes,
    leadPipelineRoutes,
    leadDealRoutes,
    leadFieldRoutes,
    leadDealerRoutes,
    leadImportRoutes,
    leadMailRoutes,
    leadActivityRoutes,
    leadContactRoutes,
    leadNoteRoutes,
    leadOpportunityRoutes,
    leadReportRoutes,
    supportTicketRoutes,
    approvalAdminRoutes,
    lineDisputeRoutes,
    lineDisputeAdminRoutes,
    supportTicketAdminRoutes,
    supportLinkRoutes,
    supportRescueRoutes,
    supportRescueAdminRoutes,
    tuningUploadRoutes,
    tuningReceiptRoutes,
    tuningRequestLogRoutes,
    tuningRequestRoutes,
    tuningRequestPurchaseRoutes,
    tuningWorkRoutes,
    tuningRequestAdminRoutes,
    tuningReportRoutes,
    tuningGraphRoutes,
    tuningGuestRoutes,
    valueTransferRoutes,
    valueTransferAdminRoutes,
    contentRoutes,
    contentAdminRoutes,
    newsletterRoutes,
    newsletterAdminRoutes,
    garageRoutes,
    passportRoutes,
    betaRoutes,
    betaAdminRoutes,
    searchRoutes,
    searchAdminRoutes,
    analyticsRoutes,
    homeRoutes,
    webTrafficRoutes,
    metricRoutes,
    dealerStatisticsRoutes,
    partnerDashboardRoutes,
    activityAdminRoutes,
    backOfficeRoutes,
    scheduledReportRoutes,
    dataExportRoutes,
    accountDeletionRoutes,
    notificationRoutes,
    webhookRoutes,
    toolSessionRoutes,
  ]);

/** Background jobs of all areas. */
export const productJobs: readonly AnyJob[] = [
  ...housekeepingJobs,
  ...earningJobs,
  ...ledgerCheckJobs,
  runBulkJob,
  ...catalogImportJobs,
  ...catalogSheetJobs,
  ...orderJobs,
  ...tradeInJobs,
  ...rentalJobs,
  ...purchaseJobs,
  ...creditJobs,
  ...dealerJobs,
  ...leadJobs,
  ...ticketJobs,
  ...rescueJobs,
  ...tuningUploadJobs,
  ...tuneRequestJobs,
  ...valueTransferJobs,
  ...reportJobs,
  ...graphJobs,
  ...trafficJobs,
  ...homeJobs,
  ...garageJobs,
  ...betaJobs,
  ...accountJobs,
  ...webhookJobs,
];
export const productSchedules: readonly Schedule[] = [
  ...housekeepingSchedules,
  ...earningSchedules,
  ...ledgerCheckSchedules,
  ...orderSchedules,
  ...tradeInSchedules,
  ...rentalSchedules,
  ...purchaseSchedules,
  ...creditSchedules,
  ...dealerSchedules,
  ...leadSchedules,
  ...ticketSchedules,
  ...rescueSchedules,
  ...tuningUploadSchedules,
  ...tuneRequestSchedules,
  ...valueTransferSchedules,
  ...reportSchedules,
  ...graphSchedules,
  ...trafficSchedules,
  ...homeSchedules,
  ...garageSchedules,
  ...betaSchedules,
  ...accountSchedules,
  ...webhookSchedules,
];

/** Tasks that run more often than the one-minute resolution of a schedule. */
export const productIntervalTasks: readonly IntervalTask[] = [
  { name: 'payments.sweep', everyMs: 10_000, run: sweepPayments },
  { name: 'ledger.keep', everyMs: maintainLedgerEveryMs, run: maintainLedger },
  { name: 'analytics.count', everyMs: 10_000, run: countTraffic },
  ...contentIntervalTasks,
  ...webhookIntervalTasks,
];

/** All database columns that are encrypted with the installation's key. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedTotpSecrets,
  sealedReceiptKeys,
  sealedAnswers,
  sealedBankAccounts,
  ...sealedWebhookSecrets,
  sealedReplyKey,
];

/** Files that mails carry, by the kind in their name; the sender renders them. */
const mailAttachments: Readonly<Record<string, (parts: AttachmentParts, id: number) => Promise<MailFile>>> = {
  statement: async ({ db, config }, id) => pdf(await statementAttachment(db, config.publicOrigin, id)),
  payout: async (parts, id) => pdf(await remittanceAttachment(parts, id)),
  'report-run': ({ db }, id) => reportAttachment(db, id),
  'lead-mail': ({ db, files }, id) => dealMailFile(db, files, id),
};
const pdf = (file: PdfFile): MailFile => ({ ...file, type: 'application/pdf' });
type AttachmentParts = Pick<Platform, 'db' | 'versions' | 'config' | 'files'>;

/** In the language of the recipient, as the mail itself. */
export async function renderAttachment(parts: AttachmentParts, attachment: string, to: string): Promise<MailFile> {
  const [kind = '', id = ''] = attachment.split(':');
  const render = mailAttachments[kind];
  if (!render) throw new Error(`There is no attachment of the kind ${kind}.`);
  return withLanguage(await mailLanguage(parts.db, to, true), () => render(parts, Number(id)));
}

/** Payable subjects: each area defines what settling a payment does. */
const paymentSubjects: PaymentSubjects = {
  order: orderSubject,
  'order-account': orderAccountSubject,
  rental: rentalSubject,
  'rental-rest': rentalRestSubject,
  purchase: purchaseSubject,
  'purchase-account': purchaseAccountSubject,
  'dealer-payment': dealerPaymentSubject,
  'credit-deal': creditDealSubject,
};
registerPaymentSubjects(paymentSubjects);
// What housekeeping deletes.
registerRemovals({
  ...identityRemovals,
  ...auditRemovals,
  ...estimateRemovals,
  ...contentRemovals,
  ...analyticsRemovals,
});
// Notifies tune requests when a purchase made for them is paid or refunded.
followPurchases(tuningFollower);
// Subjects that create earnings.
registerEarningSubjects({ order: orderEarnings, purchase: purchaseEarnings, 'line-dispute': disputeEarnings });
// Lists with bulk actions.
registerBulkLists({ ...catalogBulkLists, ...leadBulkLists });
// What is done with answers to mails.
registerReplySubjects({ ticket: ticketReplies, 'lead-mail': dealReplies });
// One sample of every kind of mail.
registerMailSamples({
  ...loginMailSamples,
  ...guestMailSamples,
  ...emailChangeMailSamples,
  ...ledgerMailSamples,
  ...subscriptionMailSamples,
  ...manifestMailSamples,
  ...dealerMailSamples,
  ...affiliateMailSamples,
  ...storeMailSamples,
  ...creditMailSamples,
  ...purchaseMailSamples,
  ...tuningMailSamples,
  ...leadMailSamples,
  ...supportMailSamples,
  ...contentMailSamples,
  ...reportMailSamples,
  ...garageMailSamples,
  ...betaMailSamples,
  ...accountMailSamples,
  ...webhookMailSamples,
});
