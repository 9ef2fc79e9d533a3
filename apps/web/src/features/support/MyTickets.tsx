import type { Call } from '@tuneport/contract/index';
import { isTuner } from '@tuneport/domain/identity/permissions';
import { ticketCustomerView } from '@tuneport/domain/support/ticket-states';
import { plural, t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageNumber } from '../../platform/page-number.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { LinkRow } from '../../ui/controls/LinkRow.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import { Pagination } from '../../ui/list/Pagination.tsx';
import css from './support.module.css';

export const meta = () => [{ title: pageTitle(t('My support tickets')) }];

async function load(api: Call, url: string) {
  const { searchParams } = new URL(url);
  const of = searchParams.get('of') === 'given' ? ('given' as const) : ('mine' as const);
  const tickets = await api('GET /customer-tickets', { query: { page: pageNumber(searchParams), of } });
  return { of, tickets };
}

export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function MyTickets() {
  const { of, tickets } = useLoaderData<typeof loader>();
  const isTunerHere = isTuner(factsOf(useUi()));
  const here = of === 'given' ? '/tuning/support?of=given&' : '/tuning/support?';
  return (
    <Container width="reading" className={css.page}>
      <Row between>
        <h1>{t('Support tickets')}</h1>
        <ButtonLink variant="primary" to="/tuning-ticket">
          {t('Open a ticket')}
        </ButtonLink>
      </Row>
      {isTunerHere ? (
        <Row>
          <ButtonLink
            variant={of === 'mine' ? 'quiet' : 'ghost'}
            aria-current={of === 'mine' || undefined}
            to="/tuning/support"
          >
            {t('Mine')}
          </ButtonLink>
          <ButtonLink
            variant={of === 'given' ? 'quiet' : 'ghost'}
            aria-current={of === 'given' || undefined}
            to="/tuning/support?of=given"
          >
            {t('Assigned to me')}
          </ButtonLink>
        </Row>
      ) : null}
      {tickets.total === 0 && of === 'given' ? (
        <EmptyState title={t('Tickets that staff assign to you appear here.')} />
      ) : tickets.total === 0 ? (
        <EmptyState
          title={t('Your support tickets appear here.')}
          step={<ButtonLink to="/tuning-ticket">{t('Ask a question')}</ButtonLink>}
        >
          {t('With every reply and every file, for as long as you need them.')}
        </EmptyState>
      ) : (
        <>
          <ul className={css.list}>
            {tickets.data.map((ticket) => (
              <li key={ticket.id}>
                <LinkRow
                  to={`/tuning/support/${ticket.id}`}
                  title={ticket.title}
                  state={<StateBadge machine={ticketCustomerView} state={ticket.state} />}
                  more={`${ticket.number} · ${repliesText(ticket.replies)}`}
                  at={ticket.last_at}
                />
              </li>
            ))}
          </ul>
          <Pagination page={tickets.page} pageCount={tickets.page_count} to={(page) => `${here}page=${page}`} />
        </>
      )}
    </Container>
  );
}

const repliesText = (replies: number): string =>
  replies === 0 ? t('no replies yet') : plural(replies, { one: '{count} reply', other: '{count} replies' });
