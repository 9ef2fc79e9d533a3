import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import css from '../graph.module.css';
import { type OpenLog, tokenOf } from '../open-log.ts';

export type Shared = { readonly id: string; readonly expiresAt: string };

const lifetimes = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];
const longLifetimes = [
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

type Props = { shared: Shared; open: OpenLog; onChanged: (shared: Shared) => void };

/** The link with the current view; only the uploader can change its expiry. */
export function SharePanel({ shared, open, onChanged }: Props) {
  const navigate = useNavigate();
  const login = useLoginLink();
  const signedIn = useUser() !== null;
  const [days, setDays] = useState(signedIn ? '365' : '7');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const token = tokenOf(shared.id);
  const hasPlaces = open.log.channels.some(({ quantity }) => quantity === 'latitude');
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong. Try again.');
    }
    setBusy(false);
  };
  const params = { id: shared.id };
  const change = () =>
    act(async () => {
      const now = await call('PATCH /graph/:id', { params, body: { days: Number(days) as 30, token } });
      onChanged({ id: shared.id, expiresAt: now.expires_at });
    });
  const remove = () =>
    act(async () => {
      await call('DELETE /graph/:id', { params, body: { token } });
      await navigate('/graph', { replace: true });
    });
  return (
    <section className={css.panelForm} aria-label="Share">
      <CopyField label="Link to this view" value={window.location.href} />
      <p className={css.quiet}>
        Anyone with the link can see this log, with the channels and range you see now, until{' '}
        <DateText at={shared.expiresAt} />.
      </p>
      {hasPlaces ? (
        <Notice tone="careful">This log contains locations: the link shows where the car was.</Notice>
      ) : null}
      {token ? (
        <>
          <NativeSelect
            label="Link expires after"
            value={days}
            options={signedIn ? [...lifetimes, ...longLifetimes] : lifetimes}
            onChange={(event) => setDays(event.target.value)}
          />
          {signedIn ? null : (
            <p className={css.quiet}>
              <TextLink {...login}>Log in</TextLink> to keep this log for up to a year.
            </p>
          )}
          <div className={css.row}>
            <Button onClick={change} busy={busy}>
              Set
            </Button>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Delete log
            </Button>
          </div>
        </>
      ) : null}
      {problem ? (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this log?"
        confirmLabel="Delete log"
        danger
        onConfirm={remove}
      >
        The link stops working immediately for everyone.
      </ConfirmDialog>
    </section>
  );
}
