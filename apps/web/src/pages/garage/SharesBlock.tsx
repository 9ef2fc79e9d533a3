import {
  defaultParts,
  type PassportPart,
  passportPartNames,
  passportParts,
  shareDays,
} from '@tuneport/domain/garage/passport';
import { t } from '@tuneport/domain/text/text';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import type { Passport } from './PassportPage.tsx';
import css from './passport.module.css';

type Share = Passport['shares'][number];

/** Links that show parts of the passport to anyone until they end. */
export function SharesBlock({ passport: { car, shares } }: { passport: Passport }) {
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  const end = async ({ id }: Share) => {
    await call('DELETE /vehicles/:id/shares/:shareId', { params: { id: car.id, shareId: id } });
    await revalidate();
    toast(t('Link ended.'));
  };
  return (
    <section className={css.block} aria-labelledby="shares">
      <h2 id="shares">{t('Shared links')}</h2>
      <p className={css.quiet}>
        {t(
          'Show a buyer or workshop selected parts of the history. Your name, address and full VIN are never included.',
        )}
      </p>
      {shares.length > 0 ? (
        <ul className={css.list}>
          {shares.map((share) => (
            <li key={share.id} className={css.item}>
              <ShareText share={share} />
              {share.state === 'active' ? (
                <Button
                  size="small"
                  aria-label={t('End link {name}', { name: share.label || t('without a name') })}
                  onClick={() => void end(share)}
                >
                  {t('End')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button onClick={() => setAdding(true)}>{t('Share passport')}</Button>
      </div>
      {isAdding ? (
        <ShareDialog vehicleId={car.id} onClose={() => setAdding(false)} onCreated={() => void revalidate()} />
      ) : null}
    </section>
  );
}

function ShareText({ share }: { share: Share }) {
  return (
    <div className={css.itemText}>
      <div className={css.itemName}>
        {share.label || t('Link without a name')}
        {share.state === 'active' ? null : (
          <StateDot hollow>{share.state === 'ended' ? t('Ended') : t('Expired')}</StateDot>
        )}
      </div>
      <div className={css.quiet}>{share.parts.map((part) => t(passportParts[part].label)).join(' · ')}</div>
      <div className={css.quiet}>
        {rich('Until {date}', { date: <DateText at={share.expires_at} show="date" /> })}
        {' · '}
        {share.last_seen_at
          ? rich('last opened {date}', { date: <DateText at={share.last_seen_at} show="relative" /> })
          : t('not opened yet')}
      </div>
    </div>
  );
}

type DialogProps = { vehicleId: number; onClose: () => void; onCreated: () => void };

function ShareDialog({ vehicleId, onClose, onCreated }: DialogProps) {
  const [path, setPath] = useState<string | null>(null);
  if (path === null)
    return (
      <ShareForm
        vehicleId={vehicleId}
        onClose={onClose}
        onCreated={(made) => {
          setPath(made);
          onCreated();
        }}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Copy the link')}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack>
        <Notice tone="careful">{t('You will not see this link again. Anyone who has it can open it.')}</Notice>
        <CopyField value={`${window.location.origin}${path}`} label={t('Link')} />
      </Stack>
    </Dialog>
  );
}

function ShareForm({
  vehicleId,
  onClose,
  onCreated,
}: Omit<DialogProps, 'onCreated'> & { onCreated: (path: string) => void }) {
  const id = useId();
  const [parts, setParts] = useState<readonly PassportPart[]>(defaultParts);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { label: field('label'), parts: [...parts], days: Number(field('days')) };
    onCreated((await call('POST /vehicles/:id/shares', { params: { id: vehicleId }, body })).path);
  });
  const toggle = (part: PassportPart, isOn: boolean) =>
    setParts((known) => (isOn ? [...known, part] : known.filter((one) => one !== part)));
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Share passport')}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('Create link')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <fieldset className={css.parts}>
          <legend>{t('Show')}</legend>
          {passportPartNames.map((part, at) => (
            <Checkbox
              key={part}
              label={t(passportParts[part].label)}
              checked={parts.includes(part)}
              error={at === passportPartNames.length - 1 ? failure.errors.parts : undefined}
              onChange={(event) => toggle(part, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        <TextField
          label={t('Days until it expires')}
          name="days"
          type="number"
          min={shareDays.min}
          max={shareDays.max}
          defaultValue={shareDays.usual}
          error={failure.errors.days}
        />
        <TextField
          label={t('Name')}
          name="label"
          hint={t('Only you see this name. It can be the person you send the link to.')}
          maxLength={60}
          optional
          error={failure.errors.label}
        />
      </form>
    </Dialog>
  );
}
