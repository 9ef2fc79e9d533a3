import { lineDisputeNumber } from '@tuneport/domain/ledger/line-dispute-states';
import { t } from '@tuneport/domain/text/text';
import type { EarningSubject } from '../../ledger/index.ts';

/** The correction of a disputed earning is a line of its own, available at once. */
export const disputeEarnings: EarningSubject = {
  ripe: async () => true,
  describe: async (_db, ids) =>
    new Map(
      ids.map((id) => [
        id,
        {
          number: lineDisputeNumber(id),
          title: t('Correction after dispute {number}', { number: lineDisputeNumber(id) }),
        },
      ]),
    ),
};
