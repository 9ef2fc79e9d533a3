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
import { Card } from '../../ui/layout/Layout.tsx';
import css from './dealer.module.css';
import type { Dealer } from './load-dealer.ts';

type All = CallReply<'GET /dealer-specializations'>;

export function DealerSpecializations({ dealer, chosen, all }: { dealer: Dealer; chosen: All; all: All }) {
  const { revalidate } = useRevalidator();
  const [ids, setIds] = useState(() => new Set(chosen.map(({ id }) => id)));
  const { busy, failure, onSubmit } = useSubmit(async () => {
    await call('PUT /v1/dealers/:id/dealer-specializations', { params: { id: dealer.id }, body: { ids: [...ids] } });
    await revalidate();
    toast(t('Specializations saved.'));
  });
  const toggle = (id: number, on: boolean) => {
    const next = new Set(ids);
    if (on) next.add(id);
    else next.delete(id);
    setIds(next);
  };
  return (
    <Card className={css.block} id="specializations">
      <h2>{t('Specializations')}</h2>
      <p className={css.quiet}>{t('Visitors filter the directory by these.')}</p>
      <form method="post" className={css.form} onSubmit={onSubmit}>
        <FormError message={failure.message ?? failure.errors.ids?.join(' ') ?? null} />
        <fieldset className={css.checks} disabled={!dealer.may_manage}>
          {all.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={ids.has(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
          ))}
        </fieldset>
        {dealer.may_manage ? (
          <Button type="submit" variant="primary" busy={busy}>
            {t('Save specializations')}
          </Button>
        ) : null}
      </form>
    </Card>
  );
}
