export { ledgerCheckJobs, ledgerCheckSchedules } from './check-ledger.ts';
// Disputes of partners about a line of what they owe or earned.
export {
  type DisputedLine,
  disputeOfLine,
  disputeOfTickets,
  disputesOfOwner,
  historyOfDispute,
  type LineDispute,
  listDisputes,
  lockDispute,
  type NamedDispute,
  namedDispute,
} from './disputes/line-dispute-queries.ts';
// Earnings of tuners, dealers and affiliates: shares that are held, become available and are paid out.
export { bankAccountOf, sealedBankAccounts, setBankAccount } from './earnings/bank-accounts.ts';
export { earnedBetween, earnedBySale, earningOfSale, openEarnings } from './earnings/earning-queries.ts';
export { describeSales, type EarningSubject, registerEarningSubjects } from './earnings/earning-subjects.ts';
export { freezeEarnings } from './earnings/freeze-earnings.ts';
export { makePayout } from './earnings/make-payout.ts';
export { remittanceAddresses } from './earnings/payout-admin-queries.ts';
export { lockPayoutsOf as lockEarningsOf } from './earnings/payout-queries.ts';
export { payoutAdminRoutes } from './earnings/payout-routes.ts';
export { openPayoutRun, stepPayoutRun } from './earnings/payout-runs.ts';
export {
  presentEarnings,
  presentEntries,
  presentPayoutOf,
  presentPayouts,
  presentRunOf,
  presentRuns,
  presentUnified,
} from './earnings/present-earnings.ts';
export { earningJobs, earningSchedules, releaseEarnings } from './earnings/release-earnings.ts';
export { ledgerMailSamples } from './earnings/remittance-mail.ts';
export { remittanceAttachment, remittancePdf } from './earnings/remittance-pdf.ts';
export { stepPayout } from './earnings/step-payout.ts';
export { LedgerHoldEnded, LedgerLimitReached } from './errors.ts';
export {
  type ApprovalRow,
  approvalById,
  decideApproval,
  listApprovals,
  lockPending,
  requestApproval,
} from './grants/approvals.ts';
export {
  approvalRequired,
  approvedKey,
  type Granter,
  type GrantLimits,
  lockGrantsBy,
  requireGoodwillAllowance,
  startOfDay,
} from './grants/grant-limits.ts';
export {
  type Beneficiary,
  beneficiaryOf,
  isSameBusiness,
  requireNotBusinessOf,
  requireNotOwnBusiness,
  requireNotSelf,
} from './grants/own-business.ts';
export { expireHolds, holdByKey, placeHold, postHold, voidHold } from './holds.ts';
export { lastTransferId, type ShownTransfer, transfersById, transfersOf, writtenHere } from './list-queries.ts';
export { maintainLedger, maintainLedgerEveryMs } from './maintain-ledger.ts';
export { ownerNames } from './owner-names.ts';
export { postTransfer, type Transfer } from './post-transfer.ts';
export { balanceLabel, presentAmount, presentTransfer } from './present.ts';
export {
  type AccountBalance,
  balanceOf,
  balancesOf,
  balancesOfMany,
  legsOfTransfer,
  postedFor,
  postingsFor,
} from './queries.ts';
export { ledgerAdminRoutes } from './routes.ts';
export { setLimit } from './set-limit.ts';
export { verifyLedger } from './verify-ledger.ts';
