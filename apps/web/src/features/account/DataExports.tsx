import type { CallReply } from '@tuneport/contract/index';
import { dataExportDays, dataExportMachine, isPreparing } from '@tuneport/domain/identity/data-export-states';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { ensureFreshLogin, withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { cx } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { sizeText } from '../../ui/controls/upload-queue.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock } from './AccountPage.tsx';
import css from './account.module.css';

type Exports = CallReply<'GET /user/data-exports'>;
type Export = Exports[number];

const pollMs = 2000;

/** Reads the list again while an export is being prepared. A failed read is tried again at the next turn. */
function useExports(loaded: Exports): [Exports, () => Promise<void>] {
  const [exports, setExports] = useState(loaded);
  const reload = async () => setExports(await call('GET /user/data-exports'));
  const isWaiting = exports.some(({ state }) => isPreparing(state));
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      call('GET /user/data-exports').then(setExports, (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    }, pollMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return [exports, reload];
}

export function DataExports({ loaded }: { loaded: Exports }) {
  const [exports, reload] = useExports(loaded);
  const [deleting, setDeleting] = useState<Export | null>(null);
  const { busy, failure, run } = useSubmit(async () => {
    await withFreshLogin(() => call('POST /user/data-exports'));
    await reload();
    toast(t('We are preparing your data and will e-mail you when it is ready.'));
  });
  const isWaiting = exports.some(({ state }) => isPreparing(state));
  return (
    <AccountBlock
      title={t('Download your data')}
      lead={t(
        'One ZIP file with everything that belongs to your account: profile, addresses, orders and invoices, tune requests with files, logs, cars, tickets, credits and security events.',
      )}
    >
      <FormError message={failure.message} />
      {exports.length > 0 ? (
        <ul className={css.list} aria-live="polite">
          {exports.map((one) => (
            <li key={one.id} className={cx(css.item, css.roomy)}>
              <div className={css.what}>
                <div className={cx(css.name, css.marked)}>
                  {rich('Requested on {date}', { date: <DateText at={one.requested_at} show="date" /> })}
                  <StateBadge machine={dataExportMachine} state={one.state} />
                </div>
                <ExportDetail one={one} />
              </div>
              {one.state === 'ready' ? <DownloadButton id={one.id} /> : null}
              {isPreparing(one.state) ? null : (
                <Button size="small" aria-label={t('Delete this export')} onClick={() => setDeleting(one)}>
                  {t('Delete')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button busy={busy} disabled={isWaiting} onClick={() => void run()}>
          {t('Request your data')}
        </Button>
      </div>
      {deleting ? (
        <ConfirmDialog
          open
          title={t('Delete this export?')}
          confirmLabel={t('Delete export')}
          danger
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await call('DELETE /user/data-exports/:id', { params: { id: deleting.id } });
            await reload();
            toast(t('Export deleted.'));
          }}
        >
          {t('The file can no longer be downloaded. Your data itself is not changed.')}
        </ConfirmDialog>
      ) : null}
    </AccountBlock>
  );
}

function DownloadButton({ id }: { id: number }) {
  const { busy, failure, run } = useSubmit(async () => {
    if (await ensureFreshLogin()) location.assign(`/api/user/data-exports/${id}/file`);
  });
  return (
    <>
      <FormError message={failure.message} />
      <Button size="small" variant="primary" busy={busy} onClick={() => void run()}>
        {t('Download')}
      </Button>
    </>
  );
}

function ExportDetail({ one }: { one: Export }) {
  if (isPreparing(one.state))
    return (
      <progress
        className={css.progress}
        value={one.parts_done}
        max={Math.max(1, one.parts_total)}
        aria-label={t('Preparing your data')}
      />
    );
  if (one.state === 'failed')
    return <div className={css.quiet}>{t('Something went wrong. Please request it again.')}</div>;
  if (one.state !== 'ready' || one.expires_at === null)
    return <div className={css.quiet}>{t('Its file was removed after {days} days.', { days: dataExportDays })}</div>;
  return (
    <div className={css.quiet}>
      {rich('{size}, available until {date}', {
        size: sizeText(one.size_bytes ?? 0),
        date: <DateText at={one.expires_at} show="date" />,
      })}
    </div>
  );
}
