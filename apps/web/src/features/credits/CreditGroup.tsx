import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { creditsText, isSoon, kindHints, kindNames } from './credit-labels.ts';
import css from './credits.module.css';

export type OwnedCredits = CallReply<'GET /tune-credits'>['owners'][number];

/** Available and held credits per kind. */
export function KindSums({ kinds }: { kinds: OwnedCredits['kinds'] }) {
  return (
    <ul className={css.kinds}>
      {kinds.map(({ kind, available, held }) => (
        <li key={kind} className={css.kind} data-none={available + held === 0 || undefined}>
          <span className={css.count}>{available}</span>
          <span className={css.kindName}>{t(kindNames[kind])}</span>
          <span className={css.quiet}>{t(kindHints[kind])}</span>
          {held > 0 ? (
            <span className={css.quiet}>{t('{held} reserved for a purchase in progress', { held })}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** The lots, sorted by expiry. */
export function LotList({ lots }: { lots: OwnedCredits['lots'] }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => setNow(Date.now()), []);
  return (
    <ul className={css.lots}>
      {lots.map((lot) => (
        <li key={lot.id} className={css.lot}>
          <div className={css.what}>
            <div className={css.name}>{creditsText(lot.kind, lot.left)}</div>
            <div className={css.quiet}>
              {lot.from}
              {lot.units > lot.left + lot.held
                ? `, ${t('{used} of {all} used', { used: lot.units - lot.left - lot.held, all: lot.units })}`
                : ''}
              {lot.held > 0 ? `, ${t('{held} reserved for an open purchase', { held: lot.held })}` : ''}
            </div>
          </div>
          <div>
            {now !== null && isSoon(lot.expires_at, now) ? (
              <StateDot tone="careful">
                <span>{rich('Until {expires_at}', { expires_at: <DateText at={lot.expires_at} /> })}</span>
              </StateDot>
            ) : (
              <span className={css.quiet}>
                {rich('Until {expires_at}', { expires_at: <DateText at={lot.expires_at} show="date" /> })}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function CreditHistory({ history }: { history: OwnedCredits['history'] }) {
  return (
    <ul className={css.lots}>
      {history.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its order
        <li key={at} className={css.lot}>
          <div className={css.what}>
            <div>{row.words}</div>
            <div className={css.quiet}>
              <DateText at={row.at} />
            </div>
          </div>
          <div className={css.change} data-out={row.units < 0 || undefined}>
            {row.units > 0 ? '+' : '−'}
            {creditsText(row.kind, Math.abs(row.units))}
          </div>
        </li>
      ))}
    </ul>
  );
}
