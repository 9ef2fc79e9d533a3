import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageNumber } from '../../platform/page-number.ts';
import { pageTitle } from '../../shell/title.ts';
import { CarOutline } from '../../ui/brand/CarOutline.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { Pagination } from '../../ui/list/Pagination.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { rich } from '../../ui/text/rich.ts';
import { PassportTimeline } from './PassportTimeline.tsx';
import css from './passport.module.css';

type Shared = CallReply<'GET /v1/vehicle-passports/:token'>;

export const meta = () => [{ title: pageTitle(t('Vehicle passport')) }, { name: 'robots', content: 'noindex' }];

const load = (api: Call, token: string, url: string): Promise<Shared> =>
  api('GET /v1/vehicle-passports/:token', {
    params: { token },
    query: { page: pageNumber(new URL(url).searchParams) },
  });
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params.token ?? '', request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) =>
  load(call, params.token ?? '', request.url);

/** What the owner of a car shows to others. */
export default function SharedPassportPage() {
  const { title, detail, vin, current_tune, entries, expires_at } = useLoaderData<typeof loader>();
  const token = useParams().token ?? '';
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <div className={css.drawing}>
          <CarOutline body="hatch" width={220} />
        </div>
        <div className={css.headText}>
          <h1>{title}</h1>
          {detail ? <p className={css.quiet}>{detail}</p> : null}
          {current_tune !== null || vin ? (
            <KeyValue
              rows={[
                ...(current_tune === null ? [] : [[t('Current tune'), current_tune || t('Stock')] as const]),
                ...(vin ? [[t('VIN'), <code key="vin">{vin}</code>] as const] : []),
              ]}
            />
          ) : null}
          <p className={css.quiet}>
            {rich('Shared by the owner until {date}.', { date: <DateText at={expires_at} show="date" /> })}
          </p>
        </div>
      </header>
      <section className={css.block} aria-labelledby="history">
        <h2 id="history">{t('History')}</h2>
        {entries.total === 0 ? (
          <EmptyState title={t('The shared parts have no entries yet.')} />
        ) : (
          <PassportTimeline entries={entries.data} />
        )}
        <Pagination
          page={entries.page}
          pageCount={entries.page_count}
          to={(page) => `/passport/${token}?page=${page}`}
        />
      </section>
    </Container>
  );
}
