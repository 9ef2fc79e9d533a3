import type { CallReply } from '@tuneport/contract/index';
import { plural, t } from '@tuneport/domain/text/text';
import { logFormat } from '@tuneport/domain/tuning/logs/log-format';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { Link } from '../../../ui/controls/Link.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { StateDot } from '../../../ui/feedback/StateDot.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import css from './request.module.css';
import type { Request } from './request-labels.tsx';

type Logs = CallReply<'GET /v1/tune-requests/:id/logs'>['data'];

/** Logs attached to a request with what their automatic review found. */
export function RequestLogs({ request }: { request: Request }) {
  const [logs, setLogs] = useState<Logs>([]);
  const { id, version, as } = request;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the request changed
  useEffect(() => {
    let isHere = true;
    call('GET /v1/tune-requests/:id/logs', { params: { id } }).then(
      ({ data }) => isHere && setLogs(data),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [id, version]);
  const remove = async (key: string) => {
    try {
      await call('DELETE /v1/tune-requests/:id/logs/:key', { params: { id, key } });
      setLogs((now) => now.filter((log) => log.id !== key));
    } catch (error) {
      toast(errorText(error, t('Something went wrong. Try again.')), { tone: 'bad' });
    }
  };
  return (
    <section className={css.stack} aria-labelledby="request-logs">
      <h2 id="request-logs">{t('Logs')}</h2>
      {logs.length === 0 ? (
        <p className={css.quiet}>
          {t('Open a log in the log studio and attach it from its review. Your tuner then sees both.')}
        </p>
      ) : (
        <ul className={css.files}>
          {logs.map((log) => (
            <li key={log.id} className={css.file}>
              <div className={css.fileHead}>
                <strong>
                  <Link to={`/graph/${log.id}?view=review`} discover="none">
                    {log.name}
                  </Link>
                </strong>
                <span className={css.quiet}>
                  {logFormat(log.format)} · <DateText at={log.attached_at} show="both" />
                </span>
                {log.findings ? (
                  <StateDot tone={toneOf(log.findings)}>
                    {log.findings.length === 0
                      ? t('Nothing unusual')
                      : plural(log.findings.length, { one: '{count} finding', other: '{count} findings' })}
                  </StateDot>
                ) : null}
              </div>
              <ul className={css.places}>
                {log.findings?.slice(0, 8).map((finding) => (
                  <li key={finding.path}>
                    <Link to={finding.path} discover="none">
                      {finding.at_s.toFixed(1)} s
                    </Link>{' '}
                    {finding.title} · {Number(finding.value.toFixed(2))} {finding.unit}
                  </li>
                ))}
              </ul>
              {as === 'tuner' ? null : (
                <div>
                  <Button variant="ghost" size="small" onClick={() => void remove(log.id)}>
                    {t('Remove log')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <ButtonLink to="/graph">{t('Open the log studio')}</ButtonLink>
      </div>
    </section>
  );
}

const toneOf = (findings: readonly { severity: string }[]) =>
  findings.length === 0 ? 'good' : findings.some(({ severity }) => severity === 'serious') ? 'bad' : 'careful';
