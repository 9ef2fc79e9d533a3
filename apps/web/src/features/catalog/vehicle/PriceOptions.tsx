import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { chooseCurrency } from '../../../platform/chosen-currency.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import type { Estimate } from '../catalog-types.ts';
import css from '../home/price-breakdown.module.css';
import type { PriceInput } from './selection.ts';

type Props = {
  input: PriceInput;
  /** The currency of the prices on the page. */
  shown: string;
  /** Code results of the last estimate. */
  codeResults: Estimate['codes'];
  onChange: (input: PriceInput) => void;
  onClose: () => void;
};

const codesMax = 10;

/** Codes and currency of the price; the price behind the dialog updates immediately. */
export default function PriceOptions({ input, shown, codeResults, onChange, onClose }: Props) {
  const settings = useUi()?.settings;
  const { revalidate } = useRevalidator();
  const [code, setCode] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = code.trim();
    if (wanted === '') return;
    if (!input.codes.some((one) => one.toLowerCase() === wanted.toLowerCase()))
      onChange({ ...input, codes: [...input.codes, wanted].slice(-codesMax) });
    setCode('');
  };
  const currencies = settings?.currencies ?? [];
  return (
    <Dialog open title={t('Code and currency')} onClose={onClose} foot={<Button onClick={onClose}>{t('Done')}</Button>}>
      <Stack>
        <form method="post" onSubmit={add} className={css.codeForm}>
          <TextField
            label={t('Discount code')}
            value={code}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" disabled={code.trim() === ''}>
            {t('Use code')}
          </Button>
        </form>
        {input.codes.length > 0 ? (
          <ul className={css.codes} aria-live="polite">
            {input.codes.map((one) => {
              const answer = codeResults.find((each) => each.code.toLowerCase() === one.toLowerCase());
              return (
                <li key={one}>
                  <span>
                    <strong>{one}</strong>{' '}
                    <span className={css.note}>
                      {!answer
                        ? ''
                        : answer.applied
                          ? t('is in the price.')
                          : (answer.reason ?? t('is not in the price.'))}
                    </span>
                  </span>
                  <Button
                    icon
                    size="small"
                    variant="ghost"
                    aria-label={t('Remove {one}', { one })}
                    onClick={() => onChange({ ...input, codes: input.codes.filter((other) => other !== one) })}
                  >
                    <Icon name="close" />
                  </Button>
                </li>
              );
            })}
          </ul>
        ) : null}
        {currencies.length > 1 ? (
          <NativeSelect
            label={t('Currency')}
            value={shown}
            options={currencies.map((currency) => ({ value: currency, label: currency }))}
            onChange={(event) => {
              chooseCurrency(event.currentTarget.value);
              // Reloads the tunes, and with them the estimate.
              void revalidate();
            }}
          />
        ) : null}
      </Stack>
    </Dialog>
  );
}
