import { t } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { Button } from '../../ui/controls/Button.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import css from './earnings.module.css';
import { GroupState, TransferState } from './earnings-labels.tsx';
import { type PartyPaths, type TransferGroup, transferPath } from './earnings-types.ts';
import { SumTable } from './SumTable.tsx';

/** Payouts of a run, restricted to those of one party. */
export function TransferGroupView({ group, paths, to }: { group: TransferGroup; paths: PartyPaths; to: string }) {
  return (
    <>
      <Row between>
        <div>
          <p className={css.eyebrow}>{t('To {name}', { name: to })}</p>
          <h1>{t('Transfer group {number}', { number: group.number })}</h1>
        </div>
        <Button onClick={() => window.print()}>{t('Print')}</Button>
      </Row>
      <p className={css.sentence}>
        <GroupState state={group.state} /> {group.note}
      </p>
      <div className={css.columns}>
        <Card>
          <h2>{t('Your transfers in this group')}</h2>
          <SumTable
            heads={[t('Transfer'), t('Amount')]}
            lines={group.transfers.map((transfer) => ({
              key: transfer.id,
              what: (
                <>
                  <Link to={transferPath(paths, transfer.id)} discover="none">
                    {transfer.number}
                  </Link>{' '}
                  <TransferState state={transfer.state} />
                  {transfer.reference === '' ? null : <span className={css.under}>{transfer.reference}</span>}
                </>
              ),
              amount: transfer.amount,
            }))}
            total={group.total}
          />
        </Card>
        <Card>
          <h2>{t('Details')}</h2>
          <KeyValue
            rows={[
              [t('Sales up to'), <DateText key="cut" at={group.cut_off} show="date" />],
              [t('Opened'), <DateText key="opened" at={group.opened_at} show="date" />],
              [t('Ended'), group.ended_at ? <DateText key="ended" at={group.ended_at} show="date" /> : ''],
            ]}
          />
        </Card>
      </div>
    </>
  );
}
