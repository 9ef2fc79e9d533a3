// Public interface of the dealers area.
export { prepaid, receivable } from './accounts.ts';
export { requireDocuments, storeDocuments } from './applications/application-files.ts';
export { sendApplicationMail } from './applications/application-mails.ts';
export { listApplications } from './applications/application-queries.ts';
export { applicationAdminRoutes, applicationRoutes } from './applications/application-routes.ts';
export {
  presentApplicationRecord,
  presentListed as presentListedApplication,
  presentOwnApplication,
} from './applications/present-application.ts';
export { lockForStaff, stepApplication, submitApplication } from './applications/step-application.ts';
export { type BrandRow, brandColumns, brandOf, brandOrNone, mailBranding } from './brand.ts';
export { correctBalance, correctionAmount } from './correct-balance.ts';
export { releaseAccount } from './credit-control/release-account.ts';
export { type DealRow, dealById } from './credit-deal-queries.ts';
export { dealerDirectoryRoutes } from './directory.ts';
export { draftDeal } from './draft-deal.ts';
export { dealerJobs, dealerSchedules, expireDeals } from './expire-deals.ts';
export { dealerMailSamples } from './mail-samples.ts';
export { addMember } from './members.ts';
export { openItems } from './money/balance.ts';
export { entryLabel } from './money/entry-labels.ts';
export { dealerMoneyRoutes } from './money/money-routes.ts';
export { dealerPaymentSubject, recordTransfer } from './money/pay-balance.ts';
export { statementAttachment } from './money/statement-pdf.ts';
export { issueStatements } from './money/statements.ts';
export { moveDeal } from './move-deal.ts';
export { isOwnedBy, linkHolds, moneyOwnershipOf, type Ownership, ownedBy, ownershipOf } from './ownership.ts';
export { accountProblem, hasBillingInfo } from './policy.ts';
export { saveBranding } from './portal/branding.ts';
export { invite as inviteMember, withdrawInvites } from './portal/invites.ts';
export { type OwnDealer, ownDealer } from './portal/own-dealer.ts';
export { dealerMemberRoutes, dealerSettingRoutes } from './portal/portal-routes.ts';
export { changeSettings, setSpecializations } from './portal/settings.ts';
export { presentDealRecord } from './present-deal.ts';
export { mailOutcome } from './purchase-approvals/approval-mails.ts';
export {
  type ApprovalRow,
  approvalById,
  listApprovals,
  waitingApproval,
} from './purchase-approvals/approval-queries.ts';
export { type Placed, presentApproval, presentApprovals } from './purchase-approvals/present-approval.ts';
export { requestManagerApproval } from './purchase-approvals/request-manager-approval.ts';
export {
  declineApproval,
  expireApprovals,
  lockForDecision,
  stepApproval,
  withdrawApproval,
} from './purchase-approvals/step-approval.ts';
export { dealerById } from './queries.ts';
export { dealersAdminRoutes, dealersRoutes, dealerTierRoutes } from './routes.ts';
export { createDealer, updateDealer } from './save-dealer.ts';
export { signatureRoutes } from './signatures/signature-routes.ts';
export { requireSpendLimit, spendExcess } from './spend-limits.ts';
export { createTier } from './tiers/dealer-tiers.ts';
export { businessAddress, verifiedBusiness } from './vat-check.ts';
