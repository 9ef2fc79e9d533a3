import { payoutMachine } from '@tuneport/domain/ledger/payout-states';
import { stateLabel, stateTone } from '@tuneport/domain/states/machine';
import { t, tIn } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { Timeline } from '../../ui/feedback/Timeline.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import css from './earnings.module.css';
import { SaleName, TransferState } from './earnings-labels.tsx';
import { groupPath, type PartyPaths, type Transfer } from './earnings-types.ts';
import { SumTable } from './SumTable.tsx';

type Props = {
  transfer: Transfer;
  paths: PartyPaths;
  to: string;
  /** Address of the remittance advice. */
  pdf: string;
};

/** A payout with the entries it pays; printable as a statement. */
export function TransferView({ transfer, paths, to, pdf }: Props) {
  return (
    <>
      <Row between>
        <div>
          <p className={css.eyebrow}>{t('To {name}', { name: to })}</p>
          <h1>{t('Transfer {number}', { number: transfer.number })}</h1>
        </div>
        <Row>
          <ButtonLink to={pdf} reloadDocument>
            {t('Download PDF')}
          </ButtonLink>
          <Button onClick={() => window.print()}>{t('Print')}</Button>
        </Row>
      </Row>
      <p className={css.sentence}>
        <TransferState state={transfer.state} /> {transfer.sentence}
      </p>
      <div className={css.columns}>
        <Card>
          <h2>{t('Sales covered')}</h2>
          <SumTable
            heads={[tIn('transaction', 'Sale'), t('Your share')]}
            lines={transfer.lines.map((line) => ({
              key: line.number,
              what: (
                <SaleName
                  title={line.title}
                  number={line.number}
                  note={
                    line.amount.amount.startsWith('-')
                      ? t('{number}, refunded after its share was paid', { number: line.number })
                      : undefined
                  }
                />
              ),
              amount: line.amount,
            }))}
            total={transfer.amount}
          />
        </Card>
        <div className={css.block}>
          <Card>
            <h2>{t('Details')}</h2>
            <KeyValue
              rows={[
                [t('Method'), t(transfer.method)],
                [t('Reference'), transfer.reference],
                [t('Created'), <DateText key="made" at={transfer.made_at} show="date" />],
                [t('Sent'), transfer.sent_at ? <DateText key="sent" at={transfer.sent_at} show="date" /> : ''],
                [
                  t('Transfer group'),
                  transfer.group ? (
                    <Link key="group" to={groupPath(paths, transfer.group.id)} discover="none">
                      {t('Group {number}', { number: transfer.group.number })}
                    </Link>
                  ) : (
                    ''
                  ),
                ],
              ]}
            />
          </Card>
          <Card className={css.screen}>
            <h2>{t('History')}</h2>
            <Timeline
              moments={transfer.history.map((step, at) => ({
                id: at,
                title: t(stateLabel(payoutMachine, step.state)),
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
