import type { CallReply } from '@tuneport/contract/index';
import { returnReasonNames, returnReasons } from '@tuneport/domain/store/return-states';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import css from './orders.module.css';
import { ReturnDialog } from './ReturnDialog.tsx';

export type Returns = CallReply<'GET /order/:id/returns'>;

type Props = { orderId: number; token?: string | undefined };

/** Returns of an order, and the way to request one. */
export function OrderReturns({ orderId, token }: Props) {
  const [found, setFound] = useState<Returns | null>(null);
  const [isRequesting, setRequesting] = useState(false);
  const [cancelling, setCancelling] = useState<number | null>(null);
  useEffect(() => {
    // The order itself shows the error.
    call('GET /order/:id/returns', { params: { id: orderId }, query: token ? { token } : {} }).then(setFound, () => {});
  }, [orderId, token]);
  if (!found || (found.returns.length === 0 && found.returnable.length === 0)) return null;
  return (
    <>
      {found.returns.length > 0 ? (
        <ul className={css.returns} aria-label={t('Returns')}>
          {found.returns.map((one) => (
            <li key={one.id}>
              <p>
                <strong>
                  {t('Return of {items}', {
                    items: one.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
                  })}
                </strong>
              </p>
              <p>
                {one.sentence} {one.answer}
              </p>
              {one.state === 'accepted' && /[1-9]/.test(one.refund.amount) ? (
                <p className={css.quiet}>
                  {t('Refunded: {amount} {currency}', {
                    amount: amountText(one.refund.amount),
                    currency: one.refund.currency,
                  })}
                </p>
              ) : null}
              {one.state === 'requested' && found.send_to !== '' ? (
                <address className={css.seller}>{found.send_to}</address>
              ) : null}
              {one.can.cancel ? (
                <Button size="small" variant="quiet" onClick={() => setCancelling(one.id)}>
                  {t('Cancel return')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {found.returnable.length > 0 ? (
        <div className={css.returnStart}>
          <Button size="small" onClick={() => setRequesting(true)}>
            {t('Return items')}
          </Button>
          {found.until ? (
            <span className={css.quiet}>
              {t('Possible until')} <DateText at={found.until} show="date" />
            </span>
          ) : null}
        </div>
      ) : null}
      {isRequesting ? (
        <ReturnDialog
          returnable={found.returnable}
          reasons={returnReasons.map((value) => ({ value, label: t(returnReasonNames[value]) }))}
          onClose={() => setRequesting(false)}
          onSend={async (body) =>
            setFound(
              await call('POST /order/:id/returns', {
                params: { id: orderId },
                body: { ...body, ...(token ? { token } : {}) },
                once: true,
              }),
            )
          }
        />
      ) : null}
      <ConfirmDialog
        open={cancelling !== null}
        onClose={() => setCancelling(null)}
        title={t('Cancel this return?')}
        confirmLabel={t('Cancel return')}
        onConfirm={async () =>
          setFound(
            await call('POST /order/:id/returns/:return/cancel', {
              params: { id: orderId, return: cancelling ?? 0 },
              body: token ? { token } : {},
            }),
          )
        }
      >
        {t('You keep the items. You can request another return while the period lasts.')}
      </ConfirmDialog>
    </>
  );
}
