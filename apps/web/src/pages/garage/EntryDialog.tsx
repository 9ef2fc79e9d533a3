import { convertPower, convertTorque } from '@tuneport/domain/catalog/dyno';
import { t } from '@tuneport/domain/text/text';
import { useId, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { localDay } from '../../ui/form/local-time.ts';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useUnits } from '../../ui/text/units-store.ts';
import css from './passport.module.css';

type Props = { vehicleId: number; onClose: () => void; onSaved: () => Promise<void> };

/** Stored in whole hp and Nm, whatever unit it was entered in. */
const figureOf = (text: string, convert: (value: number) => number): number | null =>
  text.trim() === '' ? null : Math.round(convert(Number(text)));

/** Adds a dyno run or a note to the history of a car. */
export function EntryDialog({ vehicleId, onClose, onSaved }: Props) {
  const id = useId();
  const [kind, setKind] = useState<'dyno' | 'note'>('dyno');
  const [units] = useUnits(useUi()?.settings.region);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const figures =
      kind === 'dyno'
        ? {
            power_hp: figureOf(field('power_hp'), (value) => convertPower(value, units.power, 'hp')),
            torque_nm: figureOf(field('torque_nm'), (value) => convertTorque(value, units.torque, 'Nm')),
          }
        : {};
    const body = { kind, title: field('title'), detail: field('detail'), day: field('day'), ...figures };
    await call('POST /vehicles/:id/entries', { params: { id: vehicleId }, body, once: true });
    await onSaved();
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Add entry')}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('Add entry')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <NativeSelect
          label={t('Type')}
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
          options={[
            { value: 'dyno', label: t('Dyno run') },
            { value: 'note', label: t('Note') },
          ]}
        />
        <TextField
          label={t('Title')}
          name="title"
          hint={kind === 'dyno' ? t('Such as the workshop or the dyno.') : t('Such as Oil change.')}
          maxLength={120}
          error={failure.errors.title}
        />
        <TextField
          label={t('Date')}
          name="day"
          type="date"
          defaultValue={localDay(new Date())}
          error={failure.errors.day}
        />
        {kind === 'dyno' ? (
          <div className={css.pair}>
            <TextField
              label={t('Power ({unit})', { unit: units.power })}
              name="power_hp"
              inputMode="numeric"
              error={failure.errors.power_hp}
            />
            <TextField
              label={t('Torque ({unit})', { unit: units.torque })}
              name="torque_nm"
              inputMode="numeric"
              error={failure.errors.torque_nm}
            />
          </div>
        ) : null}
        <Textarea label={t('Details')} name="detail" rows={3} maxLength={2000} optional error={failure.errors.detail} />
      </form>
    </Dialog>
  );
}
