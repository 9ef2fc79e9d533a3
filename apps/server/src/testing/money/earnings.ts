import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { postTransfer } from '../../modules/ledger/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** Posts a share of a sale (or takes it back, if negative) without the sale itself. */
export const earn = (
  db: Db,
  owner: EarningOwner,
  sale: string,
  amountMinor: bigint,
  at: Date,
  { available = false, currency = 'CAD' as const } = {},
) =>
  db.transaction().execute((tx) =>
    postTransfer(tx, {
      key: `test:${owner}:${sale}:${amountMinor}:${at.getTime()}`,
      kind: amountMinor < 0n ? 'test.refund' : 'test.sale',
      subject: sale,
      at,
      beyondLimits: true,
      legs: [
        { account: platformAccount('cost.comm', currency), amountMinor },
        { account: partyAccount(available ? 'earn.avail' : 'earn.hold', owner, currency), amountMinor: -amountMinor },
      ],
    }),
  );
