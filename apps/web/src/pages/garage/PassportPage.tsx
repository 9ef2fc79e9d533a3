import type { Call, CallReply } from '@tuneport/contract/index';
import { maskedVin, type PassportKind, passportKindNames, passportKinds } from '@tuneport/domain/garage/passport';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { FreshLoginHost } from '../../features/account/FreshLoginDialog.tsx';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageNumber } from '../../platform/page-number.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { Link } from '../../ui/controls/Link.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import { Pagination } from '../../ui/list/Pagination.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { rich } from '../../ui/text/rich.ts';
import { CarPhoto } from './CarCard.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import { HandoverBlock } from './HandoverBlock.tsx';
import { PassportTimeline } from './PassportTimeline.tsx';
import css from './passport.module.css';
import { SharesBlock } from './SharesBlock.tsx';

export type Passport = CallReply<'GET /vehicles/:id/passport'>;

export const meta = () => [{ title: pageTitle(t('Vehicle passport')) }];

function load(api: Call, id: string, url: string): Promise<Passport> {
  const query = new URL(url).searchParams;
  const kind = passportKindNames.find((one) => one === query.get('kind'));
  return api('GET /vehicles/:id/passport', { params: { id }, query: { page: pageNumber(query), kind } });
}
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params.id ?? '', request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params.id ?? '', request.url);

const addressOf = (id: number, kind: string | null, page = 1): string => {
  const query = new URLSearchParams({ ...(kind ? { kind } : {}), ...(page > 1 ? { page: String(page) } : {}) });
  return `/garage/${id}${query.size > 0 ? `?${query}` : ''}`;
};

/** Everything that concerns one car over time. */
export default function PassportPage() {
  const passport = useLoaderData<typeof loader>();
  const { car } = passport;
  const name = car.nickname || car.title;
  return (
    <Container className={css.page}>
      <FreshLoginHost />
      <Breadcrumbs crumbs={[{ label: t('My garage'), to: '/garage' }, { label: name }]} />
      <header className={css.head}>
        <CarPhoto car={car} />
        <div className={css.headText}>
          <h1>{name}</h1>
          <p className={css.quiet}>{[car.nickname ? car.title : '', car.detail].filter(Boolean).join(' · ')}</p>
          {car.handed_over_at ? (
            <Notice>
              {rich('Handed over on {date}. You keep your receipts; this page can no longer be changed.', {
                date: <DateText at={car.handed_over_at} show="date" />,
              })}
            </Notice>
          ) : null}
          <KeyValue
            rows={[
              [t('Current tune'), passport.current_tune || t('Stock')],
              [t('Tool'), car.tool],
              [t('VIN'), car.vin ? <Vin key="vin" vin={car.vin} /> : t('Not entered')],
            ]}
          />
          {car.handed_over_at ? null : (
            <Row>
              <ButtonLink to={car.next.to} discover="none">
                {car.next.label}
              </ButtonLink>
            </Row>
          )}
        </div>
      </header>
      <div className={css.columns}>
        <History passport={passport} />
        {car.handed_over_at ? null : (
          <div className={css.side}>
            <SharesBlock passport={passport} />
            <HandoverBlock passport={passport} />
          </div>
        )}
      </div>
    </Container>
  );
}

function Vin({ vin }: { vin: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={css.vin}>
      <code>{isShown ? vin : maskedVin(vin)}</code>
      <Button
        icon
        size="small"
        variant="ghost"
        aria-label={isShown ? t('Hide VIN') : t('Show VIN')}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'eyeOff' : 'eye'} />
      </Button>
    </span>
  );
}

function History({ passport: { car, entries, counts } }: { passport: Passport }) {
  const { revalidate } = useRevalidator();
  const [query] = useSearchParams();
  const kind = query.get('kind') as PassportKind | null;
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<number | null>(null);
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {t('Add entry')}
    </Button>
  );
  return (
    <section className={css.block} aria-labelledby="history">
      <Row between>
        <h2 id="history">{t('History')}</h2>
        {car.handed_over_at ? null : add}
      </Row>
      <nav className={css.kinds} aria-label={t('Show')}>
        {[null, ...passportKindNames.filter((one) => counts[one] > 0 || one === kind)].map((one) => (
          <Link
            key={one ?? 'all'}
            to={addressOf(car.id, one)}
            preventScrollReset
            className={css.kind}
            aria-current={one === kind ? 'page' : undefined}
          >
            {one === null ? t('All') : t(passportKinds[one])}
            <span className={css.count}>
              {one === null ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[one]}
            </span>
          </Link>
        ))}
      </nav>
      {entries.total === 0 ? (
        <EmptyState title={t('Tunes, dyno sheets, logs and receipts of this car appear here.')} step={add}>
          {t('They are found by the VIN and the engine. You can add dyno runs and notes yourself.')}
        </EmptyState>
      ) : (
        <PassportTimeline
          entries={entries.data}
          remove={({ entry_id, title }) =>
            car.handed_over_at ? null : (
              <Button
                icon
                size="small"
                variant="ghost"
                aria-label={t('Delete {name}', { name: title })}
                onClick={() => setLeaving(entry_id)}
              >
                <Icon name="trash" />
              </Button>
            )
          }
        />
      )}
      <Pagination page={entries.page} pageCount={entries.page_count} to={(page) => addressOf(car.id, kind, page)} />
      {isAdding ? (
        <EntryDialog
          vehicleId={car.id}
          onClose={() => setAdding(false)}
          onSaved={async () => {
            setAdding(false);
            await revalidate();
            toast(t('Entry added.'));
          }}
        />
      ) : null}
      {leaving === null ? null : (
        <ConfirmDialog
          open
          danger
          title={t('Delete this entry?')}
          confirmLabel={t('Delete entry')}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await call('DELETE /vehicles/:id/entries/:entryId', { params: { id: car.id, entryId: leaving } });
            await revalidate();
            toast(t('Entry deleted.'));
          }}
        />
      )}
    </section>
  );
}
