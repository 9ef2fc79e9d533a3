import type { CallReply } from '@tuneport/contract/index';
import { noMailServerText } from '@tuneport/domain/settings/mail-server';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { AccountBlock } from './AccountPage.tsx';
import css from './account.module.css';

type User = CallReply<'GET /user/me'>;
type Props = { user: User; hasMailServer: boolean; onChanged: (user: User) => void };

export function EmailBlock({ user, hasMailServer, onChanged }: Props) {
  const [changing, setChanging] = useState(false);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { email: field('email') };
    onChanged(await withFreshLogin(() => call('PATCH /users/:id', { params: { id: user.id }, body })));
    setChanging(false);
  });
  return (
    <AccountBlock
      title={t('E-mail')}
      lead={
        <span className={css.marked}>
          <span>{user.email}</span>
          {user.email_confirmed ? (
            <StateDot tone="good">{t('Confirmed')}</StateDot>
          ) : (
            <StateDot tone="careful">{t('Not confirmed')}</StateDot>
          )}
        </span>
      }
    >
      {user.pending_email ? (
        <Pending key={user.pending_email} {...{ user, hasMailServer, onChanged }} email={user.pending_email} />
      ) : null}
      {user.email_confirmed || user.pending_email ? null : <Unconfirmed hasMailServer={hasMailServer} />}
      {changing ? (
        <form method="post" className={css.form} onSubmit={onSubmit} noValidate>
          <FormError message={failure.message} />
          <TextField
            label={t('New e-mail address')}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            autoFocus
            hint={t('Your current address stays active until you open the link we send to the new one.')}
            error={failure.errors.email}
          />
          <Row>
            <Button type="submit" variant="primary" busy={busy}>
              {t('Send confirmation link')}
            </Button>
            <Button onClick={() => setChanging(false)} disabled={busy}>
              {t('Cancel')}
            </Button>
          </Row>
        </form>
      ) : (
        <div>
          <Button onClick={() => setChanging(true)}>{t('Change e-mail address')}</Button>
        </div>
      )}
    </AccountBlock>
  );
}

function Pending({ user, hasMailServer, email, onChanged }: Props & { email: string }) {
  const [sent, setSent] = useState(false);
  const resend = useSubmit(async () => {
    await call('POST /auth/resend-confirmation');
    setSent(true);
  });
  const cancel = useSubmit(async () => {
    onChanged(await call('DELETE /users/:id/pending-email', { params: { id: user.id } }));
    toast(t('Change cancelled. Your address stays the same.'));
  });
  return (
    <Notice tone="careful" title={t('Waiting for you to confirm {email}', { email })} live>
      {resend.failure.message ?? cancel.failure.message ?? pendingText(hasMailServer, sent)}
      <div className={css.noticeActions}>
        <Row>
          <Button size="small" busy={resend.busy} onClick={() => void resend.run()}>
            {t('Resend link')}
          </Button>
          <Button size="small" busy={cancel.busy} onClick={() => void cancel.run()}>
            {t('Cancel change')}
          </Button>
        </Row>
      </div>
    </Notice>
  );
}

function pendingText(hasMailServer: boolean, isNewLink: boolean): string {
  const rest = hasMailServer
    ? t('Open the link we sent to the new address within one day. Confirming it logs you out on other devices.')
    : t(noMailServerText);
  return isNewLink ? `${t('There is a new link, and earlier ones no longer work.')} ${rest}` : rest;
}

function Unconfirmed({ hasMailServer }: { hasMailServer: boolean }) {
  const [sent, setSent] = useState(false);
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /auth/resend-confirmation');
    setSent(true);
  });
  if (sent) {
    return (
      <Notice tone="good" live>
        {hasMailServer ? t('We sent you a new link. Open it within one day.') : noMailServerText}
      </Notice>
    );
  }
  return (
    <Notice
      tone="careful"
      title={t('Confirm your e-mail address')}
      action={
        <Button size="small" busy={busy} onClick={() => void run()}>
          {t('Resend link')}
        </Button>
      }
    >
      {failure.message ?? t('Open the link in the e-mail we sent you when you registered.')}
    </Notice>
  );
}
