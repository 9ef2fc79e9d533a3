import type { CallReply } from '@tuneport/contract/index';
import { Link } from '../../../ui/controls/Link.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { requestedWorkLabel, requestStateWord } from '../request/request-labels.tsx';
import { warmthOf } from './warmth.ts';
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
          {total === 0 ? <p className={css.none}>Nothing here.</p> : null}
          <ul className={css.cards}>
            {requests.slice(0, cardsShown).map((request) => (
              <li key={request.id}>
                <Link
                  to={`/tuning/request/${request.id}/status`}
                  discover="none"
                  className={css.card}
                  data-warmth={warmthOf(request.promised_at, nowMs)}
                >
                  <strong className={css.vehicle}>{request.vehicle || request.file_name}</strong>
                  <span className={css.fact}>
                    {request.number} · {requestedWorkLabel(request)}
                  </span>
                  <span className={css.fact}>
                    {request.promised_at ? (
                      <>
                        Due <DateText at={request.promised_at} show="relative" />
                      </>
                    ) : (
                      <>
                        Changed <DateText at={request.updated_at} show="relative" />
                      </>
                    )}
                    {request.worker ? ` · ${request.worker}` : ''}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {total > cardsShown ? (
            <Link className={css.rest} to={`/admin/tune-requests?state=${state}`} discover="none">
              All {total.toLocaleString('en-US')}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
