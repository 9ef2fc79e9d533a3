import { releaseDaysMax } from '@tuneport/domain/dealers/credit-control';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { useStep } from '../record/useStep.ts';

type Props = {
  dealer: {
    readonly id: number;
    readonly name: string;
    readonly account_paused_at: string | null;
    readonly account_released_until: string | null;
  };
};

/** Says that sales on account are paused, and lets staff ask a second person to release them for some days. */
export function PausedAccount({ dealer }: Props) {
  const [asking, setAsking] = useState(false);
  if (dealer.account_paused_at === null) return null;
  return (
    <>
      <Notice
        tone="careful"
        title="Sales on account are paused."
        action={<Button onClick={() => setAsking(true)}>Request release</Button>}
      >
        An invoice is long overdue. Paused since <DateText at={dealer.account_paused_at} show="date" />.
        {dealer.account_released_until === null ? null : (
          <>
            {' '}
            Released until <DateText at={dealer.account_released_until} />.
          </>
        )}
      </Notice>
      {asking ? <ReleaseDialog dealer={dealer} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function ReleaseDialog({ dealer, onClose }: Props & { onClose: () => void }) {
  const { busy, problem, send } = useStep(async (body: { days: string; reason: string }) => {
    await call('POST /v1/admin/approvals', {
      body: { kind: 'account-release', dealer: dealer.id, ...body },
      once: true,
    });
    toast('Requested. A colleague decides under Approvals.');
    onClose();
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title={`Release ${dealer.name}`}>
      <form
        noValidate
        onSubmit={(event) => void send((field) => ({ days: field('days'), reason: field('reason') }))(event)}
      >
        <Stack>
          <FormError message={problem.message} />
          <TextField
            label="Days"
            name="days"
            inputMode="numeric"
            defaultValue="7"
            hint={`The dealer can buy on account for this long, at most ${releaseDaysMax} days.`}
            error={problem.errors.days}
          />
          <Textarea label="Reason" name="reason" rows={3} maxLength={500} error={problem.errors.reason} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Request release
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
