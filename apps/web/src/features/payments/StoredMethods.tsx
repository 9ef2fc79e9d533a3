import { t } from '@tuneport/domain/text/text';
import { useRef, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { type CardEntry, expiryText, methodName, type StoredMethod } from './card-form.ts';
import { CardFields, usePaymentMethods } from './PaymentForm.tsx';
import css from './payments.module.css';

/** The stored cards of a user or dealer: list, add, remove. */
export function StoredMethods({ dealer }: { dealer?: string }) {
  const { settings, methods, failed, reload } = usePaymentMethods(undefined, dealer);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<StoredMethod | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const entry = useRef<CardEntry>(null);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    setProblem(null);
    const made = await entry.current?.token();
    if (!made || 'problem' in made) return setProblem(made?.problem ?? t('The card form is not ready yet.'));
    await call('POST /stripe-payment-methods', {
      body: { token: made.token, ...(dealer ? { dealer } : {}) },
      once: true,
    });
    setAdding(false);
    reload();
    toast(t('Card saved.'));
  });
  if (failed) return <p>{failed}</p>;
  if (!settings || !methods) return <Skeleton />;
  return (
    <>
      {methods.length > 0 ? (
        <ul className={css.stored}>
          {methods.map((method) => (
            <li key={method.id}>
              <div>
                <div className={css.name}>{methodName(method)}</div>
                <div className={css.what}>{expiryText(method)}</div>
              </div>
              <Button
                size="small"
                aria-label={t('Remove {methodName}', { methodName: methodName(method) })}
                onClick={() => setRemoving(method)}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {adding ? (
        <form method="post" className={css.form} onSubmit={onSubmit} noValidate aria-label={t('New card')}>
          <FormError message={problem ?? failure.message} />
          <CardFields settings={settings} money={null} entry={entry} />
          <div className={css.buttons}>
            <Button type="submit" variant="primary" busy={busy}>
              {t('Save card')}
            </Button>
            <Button onClick={() => setAdding(false)}>{t('Cancel')}</Button>
          </div>
        </form>
      ) : settings.provider ? (
        <div>
          <Button onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {t('Add a card')}
          </Button>
        </div>
      ) : (
        <p className={css.what}>{t('Card payments are not available at the moment.')}</p>
      )}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing ? t('Remove {methodName}?', { methodName: methodName(removing) }) : ''}
        confirmLabel={t('Remove card')}
        danger
        onConfirm={async () => {
          if (!removing) return;
          await call('DELETE /stripe-payment-methods/:id', { params: { id: removing.id } });
          reload();
          toast(t('Card removed.'));
        }}
      >
        {t('You can no longer use it for new orders. Paid orders are not affected.')}
      </ConfirmDialog>
    </>
  );
}
