import { plural, t, tIn } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import graph from '../graph.module.css';
import { type OpenLog, tokenOf } from '../open-log.ts';
import css from './panels.module.css';

type Shared = { readonly id: string; readonly expiresAt: string };

/** In days. */
const lifetimes = [1, 7, 30];
const longLifetimes = [90, 365];
const lifetimeLabel = (days: number): string =>
  days === 365 ? t('1 year') : plural(days, { one: '{count} day', other: '{count} days' });

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
      setProblem(errorText(error, t('Something went wrong. Try again.')));
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
    <section className={css.panelForm} aria-label={tIn('log', 'Share')}>
      <CopyField label={t('Link to this view')} value={window.location.href} />
      <p className={graph.quiet}>
        {rich('Anyone with the link can see this log, with the channels and range you see now, until {date}.', {
          date: <DateText at={shared.expiresAt} />,
        })}
      </p>
      {hasPlaces ? (
        <Notice tone="careful">{t('This log contains locations: the link shows where the car was.')}</Notice>
      ) : null}
      {token ? (
        <>
          <NativeSelect
            label={t('Link expires after')}
            value={days}
            options={(signedIn ? [...lifetimes, ...longLifetimes] : lifetimes).map((one) => ({
              value: String(one),
              label: lifetimeLabel(one),
            }))}
            onChange={(event) => setDays(event.target.value)}
          />
          {signedIn ? null : (
            <p className={graph.quiet}>
              {rich('<link>Log in</link> to keep this log for up to a year.', {
                link: (text) => <TextLink {...login}>{text}</TextLink>,
              })}
            </p>
          )}
          <div className={graph.row}>
            <Button onClick={change} busy={busy}>
              {t('Change expiry')}
            </Button>
            <Button variant="danger" onClick={() => setAsking(true)}>
              {t('Delete log')}
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
        title={t('Delete this log?')}
        confirmLabel={t('Delete log')}
        danger
        onConfirm={remove}
      >
        {t('The link stops working immediately for everyone.')}
      </ConfirmDialog>
    </section>
  );
}
