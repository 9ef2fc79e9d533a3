import { payoutMachine } from '@tuneport/domain/ledger/payout-states';
import { stateLabel, stateTone } from '@tuneport/domain/states/machine';
import { Link } from 'react-router';
import { Button } from '../../ui/controls/Button.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { Timeline } from '../../ui/text/Timeline.tsx';
import css from './earnings.module.css';
import { TransferState } from './earnings-labels.tsx';
import { groupPath, type PartyPaths, type Transfer } from './earnings-types.ts';
import { SumTable } from './SumTable.tsx';

/** A payout with the entries it pays; printable as a statement. */
export function TransferView({ transfer, paths, to }: { transfer: Transfer; paths: PartyPaths; to: string }) {
  return (
    <>
      <Row between>
        <div>
          <p className={css.eyebrow}>To {to}</p>
          <h1>Transfer {transfer.number}</h1>
        </div>
        <Button onClick={() => window.print()}>Print</Button>
      </Row>
      <p className={css.says}>
        <TransferState state={transfer.state} /> {transfer.says}
      </p>
      <div className={css.columns}>
        <Card>
          <h2>Sales covered</h2>
          <SumTable
            heads={['Sale', 'Share']}
            lines={transfer.lines.map((line) => ({
              key: line.number,
              what: (
                <>
                  {line.title || line.number}
                  <span className={css.under}>
                    {line.number}
                    {line.amount.amount.startsWith('-') ? ', refunded after its share was paid' : ''}
                  </span>
                </>
              ),
              amount: line.amount,
            }))}
            total={transfer.amount}
          />
        </Card>
        <div className={css.block}>
          <Card>
            <h2>Details</h2>
            <KeyValue
              rows={[
                ['Way', transfer.method],
                ['Reference', transfer.reference],
                ['Made', <DateText key="made" at={transfer.made_at} show="date" />],
                ['Sent', transfer.sent_at ? <DateText key="sent" at={transfer.sent_at} show="date" /> : ''],
                [
                  'Transfer group',
                  transfer.group ? (
                    <Link key="group" to={groupPath(paths, transfer.group.id)} discover="none">
                      Group {transfer.group.number}
                    </Link>
                  ) : (
                    ''
                  ),
                ],
              ]}
            />
          </Card>
          <Card className={css.screen}>
            <h2>History</h2>
            <Timeline
              moments={transfer.history.map((step, at) => ({
                id: at,
                title: stateLabel(payoutMachine, step.state),
                when: <DateText at={step.at} />,
                body: step.reason,
                tone: stateTone(payoutMachine, step.state),
              }))}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
