import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageNumber } from '../../../platform/page-number.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { Card, Row } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { Stat } from '../../../ui/text/Stat.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { StockMovementForm } from './StockMovementForm.tsx';
import { StockMovements } from './StockMovements.tsx';
import { placePath } from './StockPage.tsx';
import css from './stock.module.css';

export const meta = () => [{ title: pageTitle('Stock at a location') }];

export async function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const page = pageNumber(url.searchParams);
  const at = { productSlug: params.productSlug ?? '', locationSlug: params.locationSlug ?? '' };
  const [place, locations] = await Promise.all([
    call('GET /stock/product/:productSlug/location/:locationSlug', { params: at, query: { page } }),
    call('GET /stock/locations'),
  ]);
  return { place, locations };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the stock" />;

export default function StockPlacePage() {
  const { place, locations } = useLoaderData<typeof clientLoader>();
  const others = locations.filter(({ slug }) => slug !== place.location.slug);
  const known = place.value.unknown < place.value.pieces;
  const noCost = place.value.unknown > 0 ? 'Cost unknown' : '–';
  return (
    <RecordFrame
      crumbs={[{ label: 'Stock', to: '/admin/stock' }]}
      title={place.product.name}
      about={
        <Row>
          {place.location.name}
          {others.map(({ slug, name }) => (
            <TextLink key={slug} to={placePath(place.product.slug, slug)}>
              {name}
            </TextLink>
          ))}
        </Row>
      }
      side={<StockMovementForm key={`${place.product.slug} ${place.location.slug}`} place={place} others={others} />}
    >
      <Card>
        <div className={css.stats}>
          <Stat label="On hand">{place.on_hand}</Stat>
          <Stat label="Reserved for orders">{place.allocated}</Stat>
          <Stat label="Available">{place.sellable}</Stat>
          <Stat label="In transit">{place.in_transit}</Stat>
          <Stat label="Quarantine">{place.quarantine}</Stat>
          <Stat label="Back-orders">{place.back_orders}</Stat>
          <Stat label="Average cost">{place.value.average ? <MoneyText money={place.value.average} /> : noCost}</Stat>
          <Stat label={known ? `Stock value (${place.value.pieces - place.value.unknown})` : 'Stock value'}>
            {place.value.worth ? <MoneyText money={place.value.worth} /> : noCost}
          </Stat>
          {known && place.value.unknown > 0 ? <Stat label="Cost unknown">{place.value.unknown}</Stat> : null}
        </div>
      </Card>
      <StockMovements place={place} />
    </RecordFrame>
  );
}
