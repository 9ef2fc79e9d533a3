import type { CallReply } from '@tuneport/contract/index';
import { vehicleOf } from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import type { Make } from '../../features/catalog/catalog-types.ts';
import { CarSteps } from '../../features/catalog/picker/StepPicker.tsx';
import { useSteps } from '../../features/catalog/picker/use-steps.ts';
import { cachedGet, call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { vinSummary } from '../../platform/vin-summary.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { Car } from './GaragePage.tsx';
import css from './garage.module.css';

type Props = { car: Car | null; onClose: () => void; onSaved: () => Promise<void> };
const photoBytesMax = 15 * 1024 * 1024;

type Decoded = CallReply<'POST /v1/catalog/vin'>;

/** Adds or changes a car. The makes are loaded first: the picker starts with them. */
export function CarDialog(props: Props) {
  const [makes, setMakes] = useState<readonly Make[] | null>(null);
  useEffect(() => {
    cachedGet('GET /v1/catalog/makes').then(setMakes, () => setMakes([]));
  }, []);
  return makes === null ? null : <CarForm {...props} makes={makes} />;
}

function CarForm({ car, makes, onClose, onSaved }: Props & { makes: readonly Make[] }) {
  const steps = useSteps(makes);
  const [vin, setVin] = useState(car?.vin ?? '');
  const [nickname, setNickname] = useState(car?.nickname ?? '');
  const [tool, setTool] = useState(car?.tool ?? '');
  const [photo, setPhoto] = useState<File | null>(null);
  const [decoded, setDecoded] = useState<Decoded | null>(null);
  // A car that was added keeps its id, so that a failed photo does not add it twice.
  const [addedId, setAddedId] = useState<number | null>(null);

  const decode = async () => {
    if (vin.replace(/[\s-]/g, '').length !== 17) return setDecoded(null);
    setDecoded(await call('POST /v1/catalog/vin', { body: { vin } }).catch(() => null));
  };
  const { busy, failure, run } = useSubmit(async () => {
    const none = { make: null, year: null, model: null, engine: null, transmission: null };
    const picked = steps.s.make === null ? {} : { ...none, ...vehicleOf(steps.s) };
    const body = { vin, nickname, tool, ...picked };
    const id = car?.id ?? addedId;
    const saved =
      id === null
        ? await call('POST /vehicles', { body, once: true })
        : await call('PATCH /vehicles/:id', { params: { id }, body });
    setAddedId(saved.id);
    if (photo && photo.size <= photoBytesMax) await sendPhoto(saved.id, photo);
    await onSaved();
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={car ? t('Edit car') : t('Add car')}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void run()}>
            {car ? t('Save car') : t('Add car')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <FormError message={failure.message} />
        <TextField
          label={t('VIN')}
          name="vin"
          hint={t('17 characters, on the windscreen or in the papers. Only you and our staff see it.')}
          autoComplete="off"
          maxLength={60}
          value={vin}
          onChange={(event) => setVin(event.currentTarget.value)}
          onBlur={() => void decode()}
          error={failure.errors.vin}
        />
        {decoded ? <VinFound decoded={decoded} /> : null}
        <fieldset className={css.steps}>
          <legend>
            {car
              ? t('Now: {car}. Choose again:', { car: [car.title, car.detail].filter(Boolean).join(' · ') })
              : t('Choose your car')}
          </legend>
          <CarSteps steps={steps} />
        </fieldset>
        <FormError
          message={
            ['make', 'year', 'model', 'engine', 'transmission']
              .map((part) => failure.errors[part]?.[0])
              .find(Boolean) ?? null
          }
        />
        <TextField
          label={t('Name')}
          name="nickname"
          hint={t('Optional, such as Daily or Track car.')}
          maxLength={60}
          value={nickname}
          onChange={(event) => setNickname(event.currentTarget.value)}
          error={failure.errors.nickname}
        />
        <TextField
          label={t('Flash tool')}
          name="tool"
          hint={t('Optional. The tool you read and write this car with.')}
          maxLength={120}
          value={tool}
          onChange={(event) => setTool(event.currentTarget.value)}
          error={failure.errors.tool}
        />
        <TextField
          label={t('Photo')}
          name="photo"
          type="file"
          accept=".jpg,.jpeg,.png,.webp,.avif"
          onChange={(event) => setPhoto(event.currentTarget.files?.[0] ?? null)}
          hint={t('An image of at most {photoBytesMax} MB.', { photoBytesMax: photoBytesMax / 1024 / 1024 })}
          error={photo && photo.size > photoBytesMax ? [t('This image is too large.')] : failure.errors.file}
        />
        {car?.photo ? (
          <Button
            variant="ghost"
            onClick={async () => {
              await call('DELETE /vehicles/:id/photo', { params: { id: car.id } });
              await onSaved();
            }}
          >
            {t('Remove photo')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

const tones = { valid: 'good', doubtful: 'careful', invalid: 'bad' } as const;

const VinFound = ({ decoded }: { decoded: Decoded }) => (
  <Notice live tone={tones[decoded.status]}>
    {vinSummary(decoded) || t('The VIN has a valid format.')}
  </Notice>
);

async function sendPhoto(id: number, file: File): Promise<void> {
  const body = new FormData();
  body.set('file', file);
  await call('POST /vehicles/:id/photo', { params: { id }, body: body as never } as never);
}
