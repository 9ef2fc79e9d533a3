import type { CallReply } from '@tuneport/contract/index';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { Stat } from '../../ui/text/Stat.tsx';
import { unitName } from '../ledger/ledger-labels.ts';
import css from './related.module.css';

export type Overview = CallReply<'GET /v1/admin/records/:kind/:id/overview'>;

/** The key figures of a record, in one row above its tabs. */
export function OverviewFigures({ figures }: Pick<Overview, 'figures'>) {
  if (figures.length === 0) return null;
  return (
    <div className={css.figures}>
      {figures.map(({ label, amounts, count, note }) => (
        <div key={label} className={css.figure}>
          <Stat label={label} note={note}>
            {count === null ? (
              <span className={css.amounts}>
                {amounts.length === 0
                  ? '–'
                  : amounts.map((one, at) => (
                      <MoneyText
                        key={one.currency}
                        money={{ ...one, currency: unitName(one.currency) }}
                        big={at === 0}
                      />
                    ))}
              </span>
            ) : (
              count
            )}
          </Stat>
        </div>
      ))}
    </div>
  );
}
