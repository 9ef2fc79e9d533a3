import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { rich } from '../../../ui/text/rich.ts';
import css from '../graph.module.css';
import { tokenOf } from '../open-log.ts';
import reviewCss from './review.module.css';

type Requests = CallReply<'GET /v1/tune-requests'>['data'];

/** Sends this log with its review to the tuner of a tune request. */
export function AttachLog({ id }: { id: string }) {
  const login = useLoginLink();
  const isSignedIn = useUser() !== null;
  const [requests, setRequests] = useState<Requests | null>(null);
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    let isHere = true;
    call('GET /v1/tune-requests', { query: { mine: 'true' } }).then(
      ({ data }) => isHere && setRequests(data),
      () => isHere && setProblem(t('Your tune requests could not be loaded. Reload the page to try again.')),
    );
    return () => {
      isHere = false;
    };
  }, [isSignedIn]);
  const attach = async () => {
    const request = Number(chosen || requests?.[0]?.id);
    setBusy(true);
    setProblem(null);
    try {
      await call('PUT /v1/tune-requests/:id/logs/:key', {
        params: { id: request, key: id },
        body: { token: tokenOf(id) },
      });
      setSentTo(request);
    } catch (error) {
      setProblem(errorText(error, t('The log was not attached. Try again.')));
    }
    setBusy(false);
  };
  return (
    <section className={reviewCss.attach} aria-labelledby="attach-log">
      <h2 id="attach-log" className={reviewCss.checkTitle}>
        {t('Send to your tuner')}
      </h2>
      {!isSignedIn ? (
        <p className={css.quiet}>
          {rich('<link>Log in</link> to attach this log and its review to a tune request.', {
            link: (text) => <TextLink {...login}>{text}</TextLink>,
          })}
        </p>
      ) : requests?.length === 0 ? (
        <p className={css.quiet}>
          {rich('You have no tune request yet. <link>Upload a file</link> to start one.', {
            link: (text) => <TextLink to="/tuning">{text}</TextLink>,
          })}
        </p>
      ) : requests ? (
        <div className={css.row}>
          <NativeSelect
            label={t('Tune request')}
            value={chosen || String(requests[0]?.id)}
            onChange={(event) => {
              setChosen(event.target.value);
              setSentTo(null);
            }}
            options={requests.map((request) => ({
              value: String(request.id),
              label: [request.number, request.vehicle || request.file_name].join(' · '),
            }))}
          />
          <Button onClick={() => void attach()} busy={busy}>
            {t('Attach log')}
          </Button>
        </div>
      ) : problem ? null : (
        <p className={css.quiet}>{t('Loading your tune requests …')}</p>
      )}
      {sentTo === null ? null : (
        <Notice
          tone="good"
          live
          action={
            <ButtonLink size="small" to={`/tuning/request/${sentTo}/files`}>
              {t('Open request')}
            </ButtonLink>
          }
        >
          {t('Attached. Your tuner sees the log with this review.')}
        </Notice>
      )}
      {problem ? (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      ) : null}
    </section>
  );
}
