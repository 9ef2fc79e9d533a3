import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { codeOf, type EnginePageData, loadVehicle } from '../features/catalog/vehicle/load-vehicle.ts';
import {
  estimateInput,
  type PriceInput,
  priceInputOf,
  recordFor,
  selectionFor,
} from '../features/catalog/vehicle/selection.ts';
import { useEstimate } from '../features/catalog/vehicle/use-estimate.ts';
import { vehicleLabel } from '../features/catalog/vehicle/vehicle-labels.ts';
import { PaymentForm } from '../features/payments/PaymentForm.tsx';
import { BoughtPurchase } from '../features/purchases/BoughtPurchase.tsx';
import { BuyTunes } from '../features/purchases/BuyTunes.tsx';
import { Selected } from '../features/purchases/PurchaseSummary.tsx';
import css from '../features/purchases/purchase.module.css';
import checkout from '../features/store/checkout/checkout.module.css';
import { useHydrated } from '../features/store/checkout/use-hydrated.ts';
import { GuestStart } from '../features/tuning/guest/GuestStart.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { useGuestEmail, useUser } from '../platform/ui-state.ts';
import { pageTitle } from '../shell/title.ts';
import { useLoginLink } from '../shell/use-login-link.ts';
import { Button, ButtonLink, TextLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { NeedsScript } from '../ui/feedback/NeedsScript.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Container } from '../ui/layout/Layout.tsx';
import { rich } from '../ui/text/rich.ts';

export const meta = () => [{ title: pageTitle(t('Buy tunes')) }, { name: 'robots', content: 'noindex' }];

type Chosen = {
  readonly data: EnginePageData;
  readonly price: PriceInput;
  readonly currency: string | null;
  readonly installer: string | null;
};
const inPlace = { replace: true, preventScrollReset: true };

/** The selection is in the URL as written by the engine page. Without a vehicle nothing is selected. */
async function load(api: Call, url: URL): Promise<Chosen | null> {
  const path = url.searchParams.get('vehicle') ?? '';
  if (!path.startsWith('/catalog/')) return null;
  try {
    const splat = decodeURIComponent(path.slice('/catalog/'.length));
    const data = await loadVehicle(api, { splat, search: url.search, origin: url.origin });
    if (data.step !== 'engine') return null;
    const { searchParams } = url;
    return {
      data,
      price: priceInputOf(searchParams),
      currency: searchParams.get('currency'),
      installer: searchParams.get('installer'),
    };
  } catch (error) {
    if (error instanceof URIError || error instanceof Response || codeOf(error) === 'not_found') return null;
    throw error;
  }
}

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), new URL(request.url));
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, new URL(request.url));

export default function PurchasePage() {
  const chosen = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const hydrated = useHydrated();
  const guest = useGuestEmail();
  const bought = Number(params.get('purchase'));
  if (Number.isInteger(bought) && bought > 0)
    return hydrated ? <BoughtPurchase key={bought} id={bought} /> : <Waiting title={t('Your purchase')} />;
  if (!chosen)
    return (
      <Container width="narrow" className={checkout.page}>
        <h1>{t('Buy tunes')}</h1>
        <EmptyState
          title={t('Nothing selected yet.')}
          step={
            <ButtonLink variant="primary" to="/catalog">
              {t('Choose your vehicle')}
            </ButtonLink>
          }
        >
          {t('Choose your vehicle and tunes to see the price and tools, then buy them here.')}
        </EmptyState>
      </Container>
    );
  // An estimate is bound to the visitor who requested it, so a guest who starts here gets a new one.
  return <Buy key={guest} chosen={chosen} />;
}

function Waiting({ title }: { title: string }) {
  return (
    <Container width="narrow" className={checkout.page}>
      <h1>{title}</h1>
      <NeedsScript />
      <Skeleton lines={8} label={t('Loading the price')} />
    </Container>
  );
}

const changed = (name: string, value: string | null) => (query: URLSearchParams) => {
  if (value === null) query.delete(name);
  else query.set(name, value);
  return query;
};

function Buy({ chosen: { data, price, currency, installer } }: { chosen: Chosen }) {
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const user = useUser();
  const guest = useGuestEmail();
  const { search } = useLocation();
  const login = useLoginLink();
  const records = {
    engine: recordFor(data.engine),
    transmission: data.transmission && recordFor(data.transmission),
    transmissions: data.transmissions,
  };
  const selection = selectionFor(data.picked, records);
  const plain = estimateInput(selection, data.engine, data.transmission, price);
  const input = plain && {
    ...plain,
    ...(currency === null ? {} : { currency }),
    ...(installer === null ? {} : { installer }),
  };
  const { estimate, error, retry } = useEstimate(input);
  const name = vehicleLabel(data.vehicle);
  const back = `${data.path}${keptSearch(search)}`;

  return (
    <Container className={checkout.page}>
      <h1>{t('Buy tunes')}</h1>
      <p className={css.vehicle}>
        {name}.{' '}
        <TextLink to={back} discover="none">
          {t('Change the selection')}
        </TextLink>
      </p>
      <NeedsScript />
      {input === null ? (
        <EmptyState
          title={t('No tune is selected for this vehicle.')}
          step={<ButtonLink to={back}>{t('Choose a tune')}</ButtonLink>}
        />
      ) : error ? (
        <Notice
          tone="bad"
          live
          title={error}
          action={
            <Button size="small" onClick={retry}>
              {t('Try again')}
            </Button>
          }
        >
          {t('Nothing was charged.')}
        </Notice>
      ) : !estimate ? (
        <Skeleton lines={8} label={t('Loading the price')} />
      ) : estimate.tool_problem ? (
        <Notice tone="careful" title={`${estimate.tool_problem.text}.`}>
          <p>{estimate.tool_problem.explanation}</p>
          {estimate.tool_problem.suggestion ? <p>{estimate.tool_problem.suggestion}</p> : null}
          <p>
            {rich('This selection cannot be bought. <link>Ask us about it</link> and we will look for a way.', {
              link: (text) => <TextLink to="/tuning-ticket">{text}</TextLink>,
            })}
          </p>
        </Notice>
      ) : user || guest !== null ? (
        <BuyTunes
          estimate={estimate}
          onInstaller={(slug) => setParams(changed('installer', slug), inPlace)}
          onCurrency={(other) => setParams(changed('currency', other), inPlace)}
          vehicle={{ path: data.path, name }}
          payment={({ money, label, pay, onPaid, disabled }) => (
            <PaymentForm money={money} label={label} pay={pay} onPaid={onPaid} disabled={disabled} />
          )}
          onBought={(id) => void navigate(`/purchase/catalog?purchase=${id}`, { replace: true })}
          onChanged={retry}
        />
      ) : (
        <div className={checkout.columns}>
          <div className={checkout.blocks}>
            <Notice
              tone="info"
              title={t('Log in to buy with your account.')}
              action={
                <ButtonLink variant="primary" {...login}>
                  {t('Log in')}
                </ButtonLink>
              }
            >
              {t('Your tunes stay there until you send your car’s file. Your selection is kept.')}
            </Notice>
            <p className={checkout.quiet}>
              {rich('New here? <link>Create an account</link>', {
                link: (text) => (
                  <TextLink to={`/auth/register${login.to.slice(login.to.indexOf('?'))}`}>{text}</TextLink>
                ),
              })}
            </p>
            <section aria-labelledby="buy-as-guest" className={checkout.card}>
              <h2 id="buy-as-guest">{t('Buy without an account')}</h2>
              <p>{t('Enter your e-mail address, pay by card and send your car’s file later.')}</p>
              <GuestStart
                hint={t(
                  'We send the invoice and the link to send your file here. You can create an account with it later.',
                )}
              />
            </section>
          </div>
          <aside className={checkout.summary} aria-labelledby="purchase-summary">
            <h2 id="purchase-summary">{t('Your selection')}</h2>
            <Selected estimate={estimate} quote={null} />
          </aside>
        </div>
      )}
    </Container>
  );
}

/** The part of the query that belongs to the selection. */
function keptSearch(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['vehicle', 'code', 'currency', 'tool', 'own', 'purchase', 'installer']) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
}
