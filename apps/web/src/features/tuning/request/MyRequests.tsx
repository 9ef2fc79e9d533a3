import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageNumber } from '../../../platform/page-number.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { LinkRow } from '../../../ui/controls/LinkRow.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { Container, Row } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import css from './request.module.css';
import { eventWord, RequestState, requestedWorkLabel } from './request-labels.tsx';

export const meta = () => [{ title: pageTitle(t('My tune requests')) }];

const updatesShown = 3;
/** Up to this many requests, the list itself shows what changed. */
const seenAtOnce = 4;

async function load(api: Call, url: string) {
  const page = pageNumber(new URL(url).searchParams);
  const [requests, updates] = await Promise.all([
    api('GET /v1/tune-requests', { query: { page, mine: 'true' } }),
    page === 1 ? api('GET /recent-updates', { query: {} }) : { data: [] },
  ]);
  return { requests, updates: requests.total > seenAtOnce ? updates.data.slice(0, updatesShown) : [] };
}

export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function MyRequests() {
  const { requests, updates } = useLoaderData<typeof loader>();
  return (
    <Container width="reading" className={css.page}>
      <Row between>
        <h1>{t('Tune requests')}</h1>
        <ButtonLink variant="primary" to="/tuning">
          {t('Send a file')}
        </ButtonLink>
      </Row>
      {requests.total === 0 ? (
        <EmptyState
          title={t('Files you send for tuning appear here.')}
          step={<ButtonLink to="/tuning">{t('Send your first file')}</ButtonLink>}
        >
          {t('Each with its tunes, its payment and, when ready, the tuned file.')}
        </EmptyState>
      ) : (
        <>
          {updates.length > 0 ? (
            <section className={css.stack} aria-labelledby="requests-lately">
              <h2 id="requests-lately">{t('Recent activity')}</h2>
              <Timeline
                moments={updates.map(({ id, number, vehicle, event, at }) => ({
                  id,
                  title: (
                    <TextLink quiet to={`/tuning/request/${id}/status`}>
                      {eventWord(event)}
                    </TextLink>
                  ),
                  when: <DateText at={at} show="relative" />,
                  body: [number, vehicle].filter(Boolean).join(' · '),
                }))}
              />
            </section>
          ) : null}
          <ul className={css.list}>
            {requests.data.map((request) => (
              <li key={request.id}>
                <LinkRow
                  to={`/tuning/request/${request.id}/status`}
                  title={request.vehicle === '' ? request.file_name : request.vehicle}
                  state={<RequestState state={request.state} money={request.money} />}
                  more={`${request.number} · ${requestedWorkLabel(request) || t('no tunes chosen')}`}
                  at={request.updated_at}
                />
              </li>
            ))}
          </ul>
          <Pagination
            page={requests.page}
            pageCount={requests.page_count}
            to={(page) => `/tuning/requests?page=${page}`}
          />
        </>
      )}
    </Container>
  );
}
