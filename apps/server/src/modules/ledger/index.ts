export { LedgerHoldEnded, LedgerKeyReused, LedgerLimitReached } from './errors.ts';
export { expireHolds, type Hold, placeHold, postHold, voidHold } from './holds.ts';
export { postTransfer, type Transfer } from './post-transfer.ts';
export { type AccountBalance, type Balance, balanceOf, balancesOf, balancesOfMany } from './queries.ts';
export { type Limit, setLimit } from './set-limit.ts';
export { type LedgerReport, type Problem, sealLedger, verifyLedger } from './verify-ledger.ts';
export type { TransferText, Written } from './write-transfer.ts';
