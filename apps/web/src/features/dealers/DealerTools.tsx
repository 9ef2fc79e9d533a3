import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import css from './dealer.module.css';
import type { Dealer } from './load-dealer.ts';

type Owned = CallReply<'GET /v1/dealers/:id/settings'>['tools'];
type Tools = CallReply<'GET /dealer-tools'>;

/** The tools a dealer owns, with what installing with each costs. */
export function DealerTools({ dealer, owned, tools }: { dealer: Dealer; owned: Owned; tools: Tools }) {
  const { revalidate } = useRevalidator();
  const [fees, setFees] = useState(() => new Map(owned.map(({ id, install_fee }) => [id, install_fee.amount])));
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const list = [...fees].map(([id, install_fee]) => ({ id, install_fee }));
    await call('PUT /v1/dealers/:id/dealer-tools', { params: { id: dealer.id }, body: { tools: list } });
    await revalidate();
    toast(t('Tools saved.'));
  });
  const set = (id: number, fee: string | null) => {
    const next = new Map(fees);
    if (fee === null) next.delete(id);
    else next.set(id, fee);
    setFees(next);
  };
  const position = (id: number) => [...fees.keys()].indexOf(id);
  return (
    <Card className={css.block} id="tools">
      <h2>{t('Tools and install fees')}</h2>
      <p className={css.quiet}>{t('Customers can choose you to install tunes that these tools can write.')}</p>
      <form method="post" className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <fieldset className={css.fields} disabled={!dealer.may_manage}>
          {tools.map(({ id, name }) => (
            <div key={id} className={css.tool}>
              <Checkbox
                label={name}
                checked={fees.has(id)}
                onChange={(event) => set(id, event.target.checked ? '0' : null)}
              />
              {fees.has(id) ? (
                <TextField
                  label={t('Install fee with {name} ({currency})', { name, currency: dealer.currency })}
                  hideLabel
                  inputMode="decimal"
                  value={fees.get(id) ?? ''}
                  after={dealer.currency}
                  onChange={(event) => set(id, event.target.value)}
                  error={failure.errors[`tools.${position(id)}.install_fee`]}
                />
              ) : null}
            </div>
          ))}
        </fieldset>
        {dealer.may_manage ? (
          <Button type="submit" variant="primary" busy={busy}>
            {t('Save tools')}
          </Button>
        ) : null}
      </form>
    </Card>
  );
}
