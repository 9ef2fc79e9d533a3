import type { CallReply } from '@tuneport/contract/index';
import { deletionBlockerText, deletionGraceDays } from '@tuneport/domain/identity/account-deletion';
import { plural, t } from '@tuneport/domain/text/text';
import { useId, useState } from 'react';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock } from './AccountPage.tsx';
import css from './account.module.css';

type Deletion = CallReply<'GET /user/deletion'>;

export function DeleteAccount({ email, loaded }: { email: string; loaded: Deletion }) {
  const [deletion, setDeletion] = useState(loaded);
  const [isOpen, setOpen] = useState(false);
  const changed = (next: Deletion) => {
    setDeletion(next);
    void refreshUi();
  };
  return (
    <AccountBlock
      title={t('Delete your account')}
      lead={t('Your account is deleted {days} days after your request. Until then you can log in and cancel.', {
        days: deletionGraceDays,
      })}
    >
      {deletion.due_at ? <Scheduled dueAt={deletion.due_at} onChanged={changed} /> : null}
      <Consequences lostCredits={deletion.lost_credits} />
      {deletion.blockers.length > 0 ? (
        <Notice tone="careful" title={t('Your account cannot be deleted yet.')}>
          <ul className={css.points}>
            {deletion.blockers.map((blocker) => (
              <li key={blocker.kind}>{deletionBlockerText(blocker)}</li>
            ))}
          </ul>
        </Notice>
      ) : deletion.due_at ? null : (
        <div>
          <Button variant="danger" onClick={() => setOpen(true)}>
            {t('Delete account')}
          </Button>
        </div>
      )}
      {isOpen ? <ConfirmDeletion email={email} onClose={() => setOpen(false)} onRequested={changed} /> : null}
    </AccountBlock>
  );
}

function Scheduled({ dueAt, onChanged }: { dueAt: string; onChanged: (next: Deletion) => void }) {
  const { busy, failure, run } = useSubmit(async () => {
    onChanged(await call('DELETE /user/deletion'));
    toast(t('Your account will not be deleted.'));
  });
  return (
    <>
      <FormError message={failure.message} />
      <Notice
        tone="bad"
        action={
          <Button size="small" busy={busy} onClick={() => void run()}>
            {t('Cancel deletion')}
          </Button>
        }
      >
        {rich('Your account will be deleted on {date}.', { date: <DateText at={dueAt} show="date" /> })}
      </Notice>
    </>
  );
}

const Consequences = ({ lostCredits }: { lostCredits: number }) => (
  <div className={css.two}>
    <div>
      <h3>{t('What is deleted')}</h3>
      <ul className={css.points}>
        <li>{t('Your name, e-mail address, password, passkeys and sessions')}</li>
        <li>{t('Your cars, addresses, logs, files and saved cards')}</li>
        <li>{t('Your messages, subscriptions and memberships')}</li>
        <li>{t('Links to your orders and invoices')}</li>
        {lostCredits > 0 ? (
          <li>
            <strong>
              {plural(lostCredits, { one: '{count} unused tune credit', other: '{count} unused tune credits' })}
            </strong>
          </li>
        ) : null}
      </ul>
    </div>
    <div>
      <h3>{t('What we keep, and why')}</h3>
      <ul className={css.points}>
        <li>
          {t('Invoices with the name and address on them, order numbers and accounting records: required by tax law')}
        </li>
        <li>{t('Security and audit records: to detect misuse')}</li>
        <li>{t('Orders and requests you made for a dealer: they belong to the dealer')}</li>
      </ul>
    </div>
  </div>
);

type ConfirmProps = { email: string; onClose: () => void; onRequested: (next: Deletion) => void };

function ConfirmDeletion({ email, onClose, onRequested }: ConfirmProps) {
  const id = useId();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    onRequested(await withFreshLogin(() => call('POST /user/deletion', { body: { email: field('email') } })));
    onClose();
    toast(t('We sent you an e-mail about the deletion of your account.'));
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t('Delete your account?')}
      foot={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="dangerFill" busy={busy}>
            {t('Delete account')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <div>
          {t('You will be logged out on other devices. After {days} days this cannot be undone.', {
            days: deletionGraceDays,
          })}
        </div>
        <TextField
          label={t('Type {email} to confirm', { email })}
          name="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          error={failure.errors.email}
        />
      </form>
    </Dialog>
  );
}
