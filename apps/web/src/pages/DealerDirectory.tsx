import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ContactDialog } from '../features/dealers/ContactDialog.tsx';
import { DealerMap } from '../features/dealers/DealerMap.tsx';
import css from '../features/dealers/dealer.module.css';
import { distanceLabel } from '../features/purchases/distance-labels.ts';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { addressLine } from '../ui/address/AddressText.tsx';
import { Button, ButtonLink, TextLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { NativeSelect } from '../ui/form/NativeSelect.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Card, Container, Row } from '../ui/layout/Layout.tsx';
import { Pagination } from '../ui/list/Pagination.tsx';

type List = CallReply<'GET /v1/dealers'>;
type Dealer = List['data'][number];

const names = ['near', 'search', 'specialization', 'tool', 'page'] as const;

/** A filter that is not a number is ignored: the address may have been edited by hand. */
async function load(api: Call, url: string) {
  const { searchParams } = new URL(url);
  const query = Object.fromEntries(
    names.flatMap((name) => {
      const value = searchParams.get(name)?.trim().slice(0, 100) ?? '';
      const isNumber = /^[1-9]\d{0,4}$/.test(value);
      return value !== '' && (name === 'near' || name === 'search' || isNumber) ? [[name, value]] : [];
    }),
  );
  return { list: await api('GET /v1/dealers', { query }), query };
}

export const meta = () => [
  { title: pageTitle(t('Dealers')) },
  { name: 'description', content: t('Find a dealer near you that installs tunes.') },
];
export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

const options = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: String(id), label: name }));

export default function DealerDirectory() {
  const { list, query } = useLoaderData<typeof loader>();
  const [writing, setWriting] = useState<Dealer | null>(null);
  const kept = new URLSearchParams(Object.entries(query).filter(([name]) => name !== 'page'));
  return (
    <Container className={css.directory}>
      <Row between>
        <h1>{t('Dealers')}</h1>
        <ButtonLink to="/new-dealer">{t('Become a dealer')}</ButtonLink>
      </Row>
      <Form method="get" className={css.search} key={kept.toString()}>
        <TextField
          label={t('Near')}
          name="near"
          placeholder={t('Town or postal code')}
          defaultValue={query.near ?? ''}
        />
        <TextField label={t('Name')} name="search" defaultValue={query.search ?? ''} />
        <NativeSelect
          label={t('Specialization')}
          name="specialization"
          placeholder={t('Any')}
          options={options(list.filters.specializations)}
          defaultValue={query.specialization ?? ''}
        />
        <NativeSelect
          label={t('Tool')}
          name="tool"
          placeholder={t('Any')}
          options={options(list.filters.tools)}
          defaultValue={query.tool ?? ''}
        />
        <Button type="submit" variant="primary">
          {t('Find dealers')}
        </Button>
      </Form>
      {query.near && list.near === null ? (
        <p className={css.quiet}>
          {t('We could not find “{near}”. Try a larger town or a postal code.', { near: query.near ?? '' })}
        </p>
      ) : null}
      <DealerMap places={list.places} near={list.near} />
      {list.data.length === 0 ? (
        <EmptyState
          title={t('No dealer matches.')}
          step={<ButtonLink to="/dealers">{t('Show all dealers')}</ButtonLink>}
        >
          {t('Try another place, or remove a filter.')}
        </EmptyState>
      ) : (
        <ul className={css.dealers}>
          {list.data.map((dealer) => (
            <li key={dealer.id}>
              <Card className={css.block}>
                <Row between>
                  <h2>
                    <TextLink to={`/dealers/${dealer.slug}`} quiet>
                      {dealer.name}
                    </TextLink>
                  </h2>
                  <span className={css.quiet}>{distanceLabel(dealer.distance_km)}</span>
                </Row>
                <p className={css.quiet}>{addressLine({ ...dealer.address, full_name: '' })}</p>
                {dealer.about ? <p>{dealer.about}</p> : null}
                <p className={css.quiet}>
                  {[...dealer.specializations, ...dealer.tools].map(({ name }) => name).join(' · ')}
                </p>
                <Row>
                  <Button
                    size="small"
                    aria-label={t('Write to this dealer: {name}', { name: dealer.name })}
                    onClick={() => setWriting(dealer)}
                  >
                    {t('Write to this dealer')}
                  </Button>
                  {dealer.phone ? <a href={`tel:${dealer.phone.replace(/[^+\d]/g, '')}`}>{dealer.phone}</a> : null}
                  {dealer.website ? (
                    <a href={dealer.website} rel="noopener noreferrer nofollow">
                      {t('Website')}
                    </a>
                  ) : null}
                </Row>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={list.page}
        pageCount={list.page_count}
        to={(page) => `/dealers?${new URLSearchParams([...kept, ['page', String(page)]])}`}
      />
      {writing ? <ContactDialog dealer={writing} onClose={() => setWriting(null)} /> : null}
    </Container>
  );
}
