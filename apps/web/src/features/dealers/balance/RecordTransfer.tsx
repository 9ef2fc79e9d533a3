import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Row } from '../../../ui/layout/Layout.tsx';
import css from '../dealer.module.css';
import type { Dealer } from '../load-dealer.ts';

/** Staff book a bank transfer that arrived. */
export function RecordTransfer({ dealer }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  const [form, setForm] = useState(0);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /v1/admin/dealers/:id/payments', {
      params: { id: dealer.id },
      body: { currency: dealer.currency, amount: field('amount'), reference: field('reference') },
      once: true,
    });
    await revalidate();
    setForm((last) => last + 1);
    toast(t('Transfer booked.'));
  });
  return (
    <Card className={css.block}>
      <h2>{t('Record a bank transfer')}</h2>
      <form method="post" key={form} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <Row>
          <TextField
            label={t('Amount ({currency})', { currency: dealer.currency })}
            name="amount"
            inputMode="decimal"
            error={failure.errors.amount}
          />
          <TextField label={t('Bank reference')} name="reference" error={failure.errors.reference} />
        </Row>
        <Button type="submit" busy={busy}>
          {t('Book transfer')}
        </Button>
      </form>
    </Card>
  );
}
