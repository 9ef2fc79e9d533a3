import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { WireMoney } from '../../../ui/text/money-text.ts';
import { rich } from '../../../ui/text/rich.ts';
import { PaymentForm } from '../../payments/PaymentForm.tsx';
import { BalanceHint, tenderLabel } from '../../payments/tender/BalanceHint.tsx';
import { TenderChoice } from '../../payments/tender/TenderChoice.tsx';
import { type BalanceTender, balanceTenders, useBalances } from '../../payments/tender/use-balances.ts';

type Props = {
  requestId: number;
  difference: WireMoney;
  /** Whose balance gets the moved value: a dealer's, or the customer's own. */
  dealerId: number | null;
  onPaid: () => void;
};

/** Pays the difference of a value transfer by card, or from a balance that covers it. */
export function PayDifference({ requestId, difference, dealerId, onPaid }: Props) {
  const [chosen, setChosen] = useState('card');
  const balances = useBalances(useUser()?.id ?? null, 0);
  const tenders = balanceTenders(balances, difference).filter(
    ({ balance, isWhole }) =>
      isWhole && (balance.dealer?.id ?? null) === dealerId && (dealerId !== null || balance.source === 'prepaid'),
  );
  const tender = tenders.find(({ key }) => key === chosen);
  const params = { id: requestId };
  return (
    <Stack>
      {tenders.length > 0 ? (
        <TenderChoice
          options={[
            { key: 'card', label: t('Card') },
            ...tenders.map((one) => ({ key: one.key, label: tenderLabel(one), hint: <BalanceHint tender={one} /> })),
          ]}
          chosen={tender?.key ?? 'card'}
          onChoose={setChosen}
        />
      ) : null}
      {tender ? (
        <PayHere tender={tender} difference={difference} requestId={requestId} onPaid={onPaid} />
      ) : (
        <PaymentForm
          money={difference}
          pay={async (method, idempotencyKey) => {
            const body = { method, total: difference };
            const bought = await call('POST /v1/tune-requests/:id/pay-difference', { params, body, idempotencyKey });
            return bought.payment;
          }}
          onPaid={onPaid}
        />
      )}
    </Stack>
  );
}

type HereProps = Pick<Props, 'difference' | 'requestId' | 'onPaid'> & { tender: BalanceTender };

function PayHere({ tender, difference, requestId, onPaid }: HereProps) {
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const body = { balance: tender.balance.source, total: difference };
    await call('POST /v1/tune-requests/:id/pay-difference', { params: { id: requestId }, body, once: true });
    onPaid();
  });
  return (
    <form method="post" onSubmit={onSubmit}>
      <Stack>
        <FormError message={failure.message} errors={failure.errors} />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {rich('Pay {amount}', { amount: <MoneyText money={difference} /> })}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
