export { LedgerHoldEnded, LedgerKeyReused, LedgerLimitReached } from './errors.ts';
export { type ExplainedEntry, type ExplainedHold, type Explanation, explainBalance } from './explain-balance.ts';
export { expireHolds, type Hold, holdByKey, placeHold, postHold, voidHold } from './holds.ts';
export { keepLedger, keepLedgerEveryMs } from './keep-ledger.ts';
export { type Entry, type EntryFilter, entriesOf, type ShownTransfer, transfersOf } from './list-queries.ts';
export { postTransfer, type Transfer } from './post-transfer.ts';
export { balanceInWords, presentAmount } from './present.ts';
export {
  type AccountBalance,
  type Balance,
  balanceOf,
  balancesOf,
  balancesOfMany,
  postedFor,
  postingsFor,
} from './queries.ts';
export { ledgerAdminRoutes } from './routes.ts';
export { type Limit, setLimit } from './set-limit.ts';
export { type LedgerReport, type Problem, sealLedger, verifyLedger } from './verify-ledger.ts';
export type { TransferText, Written } from './write-transfer.ts';
