import type { CallReply } from '@tuneport/contract/index';
import { msg, plural, t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { cx } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock } from './AccountPage.tsx';
import css from './account.module.css';
import { deviceName } from './device-name.ts';

type Session = CallReply<'GET /auth/sessions'>[number];

const methods = {
  password: msg('with a password'),
  passkey: msg('with a passkey'),
  oidc: msg('with single sign-on'),
} as const;

export function Sessions({ sessions, onChanged }: { sessions: readonly Session[]; onChanged: () => void }) {
  const [busy, setBusy] = useState<number | 'others' | null>(null);
  const act = async (which: number | 'others', work: () => Promise<string>) => {
    setBusy(which);
    try {
      toast(await work());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, { tone: 'bad' });
    } finally {
      setBusy(null);
      onChanged();
    }
  };
  const end = (session: Session) =>
    act(session.id, async () => {
      await call('DELETE /auth/sessions/:id', { params: { id: session.id } });
      return t('Signed out of that device.');
    });
  const endOthers = () =>
    act('others', async () => {
      const { ended } = await call('POST /auth/end-other-sessions');
      return plural(ended, {
        one: 'Signed out of {count} other device.',
        other: 'Signed out of {count} other devices.',
      });
    });
  const others = sessions.filter((session) => !session.current);
  return (
    <AccountBlock
      title={t("Where you're logged in")}
      lead={t("If you don't recognize a device, sign it out and change your password.")}
    >
      <ul className={css.list}>
        {sessions.map((session) => (
          <li key={session.id} className={css.item}>
            <div className={css.what}>
              <div className={cx(css.name, css.marked)}>
                <span title={session.device}>{deviceName(session.device)}</span>
                {session.current ? <StateDot tone="good">{t('This device')}</StateDot> : null}
              </div>
              <div className={css.quiet}>
                {rich('{address} · last active {last_seen_at} · logged in {methods} on {created_at}', {
                  address: session.address,
                  last_seen_at: <DateText at={session.last_seen_at} show="relative" />,
                  methods: t(methods[session.method]),
                  created_at: <DateText at={session.created_at} show="date" />,
                })}
              </div>
            </div>
            {session.current ? null : (
              <Button
                size="small"
                busy={busy === session.id}
                aria-label={t('Sign out {deviceName}', { deviceName: deviceName(session.device) })}
                onClick={() => void end(session)}
              >
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <div>
          <Button busy={busy === 'others'} onClick={() => void endOthers()}>
            {t('Sign out of all other devices')}
          </Button>
        </div>
      ) : null}
    </AccountBlock>
  );
}
