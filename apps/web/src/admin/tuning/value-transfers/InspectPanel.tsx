import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { Inspection } from './ValueTransferRecord.tsx';

const tenders = {
  card: 'by card',
  account: 'on account',
  prepaid: 'from prepaid balance',
  credits: 'with tune credits',
};

/** The dry run: what is moved, its value, and why it cannot be performed. */
export function InspectPanel({ inspection, onInspect }: { inspection: Inspection; onInspect: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const { old, rule } = inspection;
  const again = () => {
    setBusy(true);
    void onInspect().finally(() => setBusy(false));
  };
  return (
    <Card>
      <h2>Inspection</h2>
      <Stack>
        {inspection.problem ? <Notice tone="careful" title={inspection.problem} /> : null}
        <KeyValue
          rows={[
            [
              'Paid',
              <span key="paid">
                {old.paid.map((part, at) => (
                  <span key={part.with}>
                    {at > 0 ? ', ' : ''}
                    <MoneyText money={part.amount} /> {tenders[part.with]}
                  </span>
                ))}
              </span>,
            ],
            ['Refunded', <MoneyText key="refunded" money={old.refunded} />],
            ['Moved before', <MoneyText key="moved" money={old.moved} />],
            ['Left to move', <MoneyText key="left" money={old.left} />],
            ['Bought', <DateText key="bought" at={old.bought_at} show="date" />],
            ['Downloaded', old.downloaded_at ? <DateText key="down" at={old.downloaded_at} show="both" /> : 'No'],
            [
              'Rule',
              <span key="rule">
                {rule.percent}% of what is left: <MoneyText money={rule.value} />
                {rule.note === '' ? '' : `. ${rule.note}`}
              </span>,
            ],
            ['Value', <MoneyText key="value" money={inspection.value} />],
            ['Fee', <MoneyText key="fee" money={inspection.fee} />],
            ['New price', inspection.new?.price ? <MoneyText key="price" money={inspection.new.price} /> : ''],
            [
              'Difference to pay',
              inspection.difference ? <MoneyText key="difference" money={inspection.difference} /> : '',
            ],
            [
              'Remainder, added to the prepaid balance',
              inspection.rest ? <MoneyText key="rest" money={inspection.rest} /> : '',
            ],
            [
              'Shares taken back',
              inspection.shares.length === 0 ? (
                ''
              ) : (
                <span key="shares">
                  {inspection.shares.map((share, at) => (
                    <span key={share.owner}>
                      {at > 0 ? ', ' : ''}
                      {share.owner_name} <MoneyText money={share.amount} />
                    </span>
                  ))}
                </span>
              ),
            ],
            [
              'Locked',
              inspection.locks.length === 0
                ? 'No'
                : inspection.locks.map((lock) => (
                    <span key={lock.holder}>
                      {lock.what} since <DateText at={lock.locked_at} show="both" />
                    </span>
                  )),
            ],
          ]}
        />
        {inspection.performed ? null : (
          <div>
            <Button onClick={again} busy={busy}>
              Inspect again
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}
