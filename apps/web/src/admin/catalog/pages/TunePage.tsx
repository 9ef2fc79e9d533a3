import { useEffect, useState } from 'react';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { readRecord, type StoredRecord } from '../../record/record-calls.ts';
import css from '../catalog-admin.module.css';
import { tunes } from '../entities/tunes.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { pathOf } from '../record-path.ts';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(tunes);
export const loader = recordStatus(tunes);
export const clientLoader = recordLoader(tunes);
export const HydrateFallback = RecordFallback;

export default function TunePage() {
  return (
    <RecordPage
      entity={tunes}
      actions={(tune, mayWrite) =>
        mayWrite ? (
          <ButtonLink to={`/catalog-manage/tunes/${tune.id}/mass-attach`}>Attach to many engines</ButtonLink>
        ) : null
      }
      side={(tune) => (
        <>
          {tune.is_stock ? null : <PriceCard key={tune.updated_at} tune={tune} />}
          <Card>
            <div className={css.block}>
              <h2>Attached to</h2>
              <ul className={css.plain}>
                <li>
                  <TextLink to={`/catalog-manage/engines?tune_id=${tune.id}`} discover="none">
                    {String(tune.engine_count)} engines
                  </TextLink>
                </li>
                <li>
                  <TextLink to={`/catalog-manage/transmissions?tune_id=${tune.id}`} discover="none">
                    {String(tune.transmission_count)} transmissions
                  </TextLink>
                </li>
                <li>
                  <TextLink to={`/catalog-manage/dyno?tune_id=${tune.id}`} discover="none">
                    Dyno runs
                  </TextLink>
                </li>
              </ul>
            </div>
          </Card>
        </>
      )}
    />
  );
}

type Price = { currency: string; baseprice: string | null; dealerprice: string | null };

/** What is charged: the own prices of the tune, or else those of its tier. */
function PriceCard({ tune }: { tune: StoredRecord }) {
  const own = tune.prices as readonly Price[];
  const tier = tune.tier_id as number | null;
  const [prices, setPrices] = useState<readonly Price[] | null>(own.length > 0 || tier === null ? own : null);
  useEffect(() => {
    if (prices !== null || tier === null) return;
    readRecord(pathOf('tune-pricing-tiers'), tier).then(
      (record) => setPrices(record.prices as readonly Price[]),
      () => setPrices([]),
    );
  }, [prices, tier]);
  return (
    <Card>
      <div className={css.block}>
        <h2>Price</h2>
        {prices === null ? (
          <Skeleton lines={2} label="Loading the price" />
        ) : prices.length === 0 ? (
          <p className={css.quiet}>No price. The tune cannot be bought.</p>
        ) : (
          <>
            <p className={css.quiet}>
              {own.length > 0 ? 'Custom prices of this tune' : `From the tier ${String(tune.tier_name ?? '')}`}
            </p>
            <KeyValue
              amounts
              rows={prices.flatMap(({ currency, baseprice, dealerprice }) => [
                [`List, ${currency}`, <MoneyText key="base" money={{ amount: baseprice ?? '0', currency }} />] as const,
                ...(dealerprice === null
                  ? []
                  : [
                      [
                        `Dealers, ${currency}`,
                        <MoneyText key="dealer" money={{ amount: dealerprice, currency }} />,
                      ] as const,
                    ]),
              ])}
            />
          </>
        )}
      </div>
    </Card>
  );
}
