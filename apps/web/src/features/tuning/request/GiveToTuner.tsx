import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import type { Request } from './request-labels.tsx';

type Person = CallReply<'GET /v1/admin/tune-requests/:id/tuners'>['data'][number];

/** Staff assign a request to a tuner, even if it is already assigned. */
export function GiveToTuner({ request, onGiven }: { request: Request; onGiven: (request: Request) => void }) {
  const [open, setOpen] = useState(false);
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string>();
  const { id, tuner: firm } = request;
  useEffect(() => {
    if (!open) return;
    call('GET /v1/admin/tune-requests/:id/tuners', { params: { id } }).then(
      ({ data }) => setPeople(data),
      () => setProblem(t('The list of tuners could not be loaded. Close this and try again.')),
    );
  }, [open, id]);
  const give = async () => {
    if (chosen === '') throw new Error('Choose a person.');
    try {
      onGiven(
        await call('POST /v1/admin/tune-requests/:id/assign', {
          params: { id: request.id },
          body: { tuner: Number(chosen), take_over: true },
          once: true,
        }),
      );
    } catch (error) {
      const message = error instanceof ApiError ? Object.values(error.errors).flat()[0] : undefined;
      throw message === undefined ? error : new Error(message);
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Assign to tuner')}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => {
          setOpen(false);
          setProblem(undefined);
        }}
        title={t('Assign to a tuner?')}
        confirmLabel={t('Assign to tuner')}
        onConfirm={give}
      >
        <Stack>
          <p>
            {request.worker && request.state === 'in_progress'
              ? t('{worker} is working on it now and will no longer have it.', { worker: request.worker })
              : t('It is waiting for {name}. The person you choose works on it from now on.', {
                  name: firm?.name ?? t('our own tuners'),
                })}
          </p>
          <NativeSelect
            label={t('Tuner')}
            placeholder={people === null && !problem ? t('Looking …') : t('Choose a person')}
            value={chosen}
            error={problem}
            options={(people ?? []).map((person) => ({
              value: String(person.id),
              label: `${person.name} · ${person.firm ?? t('our own tuners')}`,
            }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
