import type { CallInput } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { amountText } from '../../ui/text/money-text.ts';

type Props = {
  /** The partner as the ledger names it, such as dealer:7. */
  holder: string;
  account: CallInput<'POST /v1/line-disputes'>['body']['account'];
  line: string;
  label: string;
  amount: { readonly amount: string; readonly currency: string };
  /** The open dispute of this line. */
  dispute: { readonly ticket_id: number } | null;
  mayDispute: boolean;
  onDisputed: () => void;
};

/** The button that disputes a line, or the ticket of its open dispute. */
export function DisputeCell({ holder, account, line, label, amount, dispute, mayDispute, onDisputed }: Props) {
  const [asking, setAsking] = useState(false);
  if (dispute)
    return (
      <TextLink to={`/tuning/support/${dispute.ticket_id}`} discover="none">
        {t('Disputed: open ticket')}
      </TextLink>
    );
  if (!mayDispute) return '–';
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={t('Dispute {line}', { line: label })}
        onClick={() => setAsking(true)}
      >
        {t('Dispute')}
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Dispute {line}, {amount}?', {
            line: label,
            amount: `${amountText(amount.amount)} ${amount.currency}`,
          })}
          confirmLabel={t('Dispute this line')}
          reason={{ label: t('What is wrong with it?'), required: true }}
          onConfirm={async (reason) => {
            const body = { holder, account, line, currency: amount.currency, reason };
            const { ticket } = await call('POST /v1/line-disputes', { body, once: true });
            toast(t('Disputed. We will answer in ticket {number}.', { number: ticket.number }));
            onDisputed();
          }}
        >
          {account === 'owed'
            ? t('You do not have to pay this line, and no reminders are sent for it, until we decide.')
            : t('This line is not paid out until we decide.')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
