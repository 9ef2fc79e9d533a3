import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { Link } from '../../../ui/controls/Link.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { requestedWorkLabel, requestStateWord } from '../request/request-labels.tsx';
import { urgencyOf } from './urgency.ts';
import css from './work.module.css';

type Step = CallReply<'GET /pipeline'>['data'][number];

const cardsShown = 8;

/** Requests in progress, one column per step. The colour of a card changes as its promise time approaches. */
export function Board({ steps, nowMs }: { steps: readonly Step[]; nowMs: number }) {
  return (
    <ul className={css.board}>
      {steps.map(({ state, total, requests }) => (
        <li key={state} className={css.column}>
          <h3 className={css.columnHead}>
            {requestStateWord(state)} <span className={css.count}>{total}</span>
          </h3>
          {total === 0 ? <p className={css.none}>{t('Nothing here.')}</p> : null}
          <ul className={css.cards}>
            {requests.slice(0, cardsShown).map((request) => (
              <li key={request.id}>
                <Link
                  to={`/tuning/request/${request.id}/status`}
                  discover="none"
                  className={css.card}
                  data-urgency={urgencyOf(request.promised_at, nowMs)}
                >
                  <strong className={css.vehicle}>{request.vehicle || request.file_name}</strong>
                  <span className={css.fact}>
                    {request.number} · {requestedWorkLabel(request)}
                  </span>
                  <span className={css.fact}>
                    {request.promised_at
                      ? rich('Due {when}', { when: <DateText at={request.promised_at} show="relative" /> })
                      : rich('Changed {when}', { when: <DateText at={request.updated_at} show="relative" /> })}
                    {request.worker ? ` · ${request.worker}` : ''}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {total > cardsShown ? (
            <Link className={css.rest} to={`/admin/tune-requests?state=${state}`} discover="none">
              {t('All {count}', { count: total })}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
