import type { CallReply } from '@tuneport/contract/index';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import type { Request } from './request-labels.tsx';

type Person = CallReply<'GET /v1/admin/tune-requests/:id/tuners'>['data'][number];

/** Staff hand a request to whoever may work on it, also out of the hands of somebody else. */
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
      () => setProblem('Who may work on it could not be read. Close this and try again.'),
    );
  }, [open, id]);
  const give = async () => {
    if (chosen === '') throw new Error('Choose who gets it.');
    try {
      onGiven(
        await call('POST /v1/admin/tune-requests/:id/assign', {
          params: { id: request.id },
          body: { tuner: Number(chosen), take_over: true },
          once: true,
        }),
      );
    } catch (error) {
      const said = error instanceof ApiError ? Object.values(error.errors).flat()[0] : undefined;
      throw said === undefined ? error : new Error(said);
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Give it to a tuner</Button>
      <ConfirmDialog
        open={open}
        onClose={() => {
          setOpen(false);
          setProblem(undefined);
        }}
        title="Give it to a tuner?"
        confirmLabel="Give it to a tuner"
        onConfirm={give}
      >
        <Stack>
          <p>
            {request.worker && request.state === 'in_progress'
              ? `${request.worker} works on it now and loses it.`
              : `It waits for ${firm?.name ?? 'the house’s own tuners'}. Whoever you choose works on it from now on.`}
          </p>
          <NativeSelect
            label="Who"
            placeholder={people === null && !problem ? 'Looking …' : 'Choose somebody'}
            value={chosen}
            error={problem}
            options={(people ?? []).map((person) => ({
              value: String(person.id),
              label: `${person.name} · ${person.firm ?? 'House'}`,
            }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
