import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ContactDialog } from '../features/dealers/ContactDialog.tsx';
import { DealerMap } from '../features/dealers/DealerMap.tsx';
import css from '../features/dealers/dealer.module.css';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { addressLine } from '../ui/address/AddressText.tsx';
import { PartnerBrand } from '../ui/brand/PartnerBrand.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Breadcrumbs } from '../ui/layout/Breadcrumbs.tsx';
import { Card, Container, Row } from '../ui/layout/Layout.tsx';
import { KeyValue } from '../ui/text/KeyValue.tsx';

type Entry = CallReply<'GET /v1/dealer-entries/:slug'>;
type Params = Readonly<Record<string, string | undefined>>;

async function load(api: Call, { slug = '' }: Params, url: string) {
  return {
    dealer: await api('GET /v1/dealer-entries/:slug', { params: { slug } }),
    origin: new URL(url).origin,
  };
}
type Loaded = Awaited<ReturnType<typeof load>>;
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request.url);

/** As search engines read it: https://schema.org/AutoRepair. */
const structured = ({ dealer, origin }: Loaded) => ({
  '@context': 'https://schema.org',
  '@type': 'AutoRepair',
  name: dealer.name,
  url: `${origin}/dealers/${dealer.slug}`,
  ...(dealer.about ? { description: dealer.about } : {}),
  ...(dealer.phone ? { telephone: dealer.phone } : {}),
  ...(dealer.website ? { sameAs: dealer.website } : {}),
  ...(dealer.brand?.logo ? { logo: origin + dealer.brand.logo } : {}),
  address: {
    '@type': 'PostalAddress',
    streetAddress: [dealer.address.line1, dealer.address.line2].filter(Boolean).join(', '),
    addressLocality: dealer.address.city,
    addressRegion: dealer.address.state,
    postalCode: dealer.address.postal_code,
    addressCountry: dealer.address.country_code,
  },
  ...(dealer.latitude === null
    ? {}
    : { geo: { '@type': 'GeoCoordinates', latitude: dealer.latitude, longitude: dealer.longitude } }),
});

export const meta = ({ loaderData }: { loaderData?: Loaded }) =>
  loaderData
    ? [
        { title: pageTitle(loaderData.dealer.name) },
        {
          name: 'description',
          content:
            loaderData.dealer.about ||
            t('{name} installs tunes in {city}.', {
              name: loaderData.dealer.name,
              city: loaderData.dealer.address.city,
            }),
        },
        { tagName: 'link', rel: 'canonical', href: `${loaderData.origin}/dealers/${loaderData.dealer.slug}` },
        { 'script:ld+json': structured(loaderData) },
      ]
    : [{ title: pageTitle(t('Dealer')) }];

export default function DealerEntry() {
  const { dealer } = useLoaderData<typeof loader>();
  const [writing, setWriting] = useState(false);
  return (
    <Container className={css.directory}>
      <Breadcrumbs crumbs={[{ label: t('Dealers'), to: '/dealers' }, { label: dealer.name }]} />
      {dealer.brand ? <PartnerBrand brand={dealer.brand} /> : null}
      <Row between>
        <h1>{dealer.name}</h1>
        <Button variant="primary" onClick={() => setWriting(true)}>
          {t('Write to this dealer')}
        </Button>
      </Row>
      {dealer.about ? <p className={css.about}>{dealer.about}</p> : null}
      <Details dealer={dealer} />
      {dealer.latitude === null || dealer.longitude === null ? null : (
        <DealerMap
          label={t('Map of {city}', { city: dealer.address.city })}
          near={null}
          places={[
            {
              latitude: dealer.latitude,
              longitude: dealer.longitude,
              count: 1,
              label: dealer.name,
              slug: dealer.slug,
            },
          ]}
        />
      )}
      {writing ? <ContactDialog dealer={dealer} onClose={() => setWriting(false)} /> : null}
    </Container>
  );
}

function Details({ dealer }: { dealer: Entry }) {
  const { address } = dealer;
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
  return (
    <Card>
      <KeyValue
        rows={[
          [t('Address'), addressLine({ ...address, full_name: '' })],
          [
            t('Phone'),
            dealer.phone ? (
              <a key="phone" href={`tel:${dealer.phone.replace(/[^+\d]/g, '')}`}>
                {dealer.phone}
              </a>
            ) : (
              ''
            ),
          ],
          [
            t('Website'),
            dealer.website ? (
              <a key="web" href={dealer.website} rel="noopener noreferrer nofollow">
                {dealer.website}
              </a>
            ) : (
              ''
            ),
          ],
          [t('Specializations'), names(dealer.specializations)],
          [t('Tools'), names(dealer.tools)],
        ]}
      />
    </Card>
  );
}
