import type { Call } from '@tuneport/contract/index';
import { boughtTunes } from '@tuneport/domain/catalog/selection/tune-selection';
import { selectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import { t } from '@tuneport/domain/text/text';
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigate,
} from 'react-router';
import { loadVehicle } from '../features/catalog/vehicle/load-vehicle.ts';
import { estimateInput, priceInputOf, recordFor, selectionFor } from '../features/catalog/vehicle/selection.ts';
import { vehicleName } from '../features/catalog/vehicle/vehicle-labels.ts';
import { OfferCard } from '../features/support/OfferCard.tsx';
import css from '../features/support/support.module.css';
import { TicketForm } from '../features/support/TicketForm.tsx';
import { call } from '../platform/api/browser.ts';
import { formAction } from '../platform/api/form-action.ts';
import { callContext, visitorContext } from '../platform/contexts.ts';
import { useUser } from '../platform/ui-state.ts';
import { pageTitle } from '../shell/title.ts';
import { TextLink } from '../ui/controls/Button.tsx';
import { Container } from '../ui/layout/Layout.tsx';
import { rich } from '../ui/text/rich.ts';

export const meta = () => [
  { title: pageTitle(t('Tuning ticket')) },
  { name: 'description', content: t('Ask our tuners and support about a vehicle, a tune, a tool or an order.') },
];

/** The selection in a link from the catalogue, with its price if available. Otherwise the ticket has none. */
async function loadRequest(api: Call, url: string) {
  const { searchParams, origin } = new URL(url);
  const path = searchParams.get('vehicle') ?? '';
  if (!path.startsWith('/catalog/')) return null;
  try {
    const splat = decodeURIComponent(path.slice('/catalog/'.length));
    const search = new URLSearchParams(searchParams);
    search.delete('vehicle');
    const page = await loadVehicle(api, { splat, search: `?${search}`, origin });
    if (page.step !== 'engine') return null;
    const { engine, transmission, transmissions, vehicle, picked } = page;
    const records = { engine: recordFor(engine), transmission: transmission && recordFor(transmission), transmissions };
    const selection = selectionFor(picked, records);
    const input = estimateInput(selection, engine, transmission, priceInputOf(searchParams));
    if (input === null) return null;
    const priced = await api('POST /v1/catalog/estimate', { body: input }).catch(() => null);
    const name = [vehicleName(vehicle), engine.name].join(', ');
    return {
      input,
      vehicle: `${page.path}${selectionUrl(selection).search}`,
      offer: {
        vehicle: name,
        path: `${page.path}${selectionUrl(selection).search}`,
        tunes: boughtTunes(selection).map(({ tune }) => tune.wire.name),
        lines: priced?.lines.map(({ label, base }) => ({ label, amount: base })) ?? [],
        discount: priced && /[1-9]/.test(priced.discount.amount) ? priced.discount : null,
        total: priced?.total ?? null,
        without_price: t('We will tell you the price in our reply.'),
      },
      title: t('{tunes} for {vehicle}', {
        tunes: boughtTunes(selection)
          .map(({ tune }) => tune.wire.name)
          .join(' + '),
        vehicle: vehicleName(vehicle),
      }).slice(0, 200),
    };
  } catch {
    // An outdated link still opens the ticket form.
    return null;
  }
}

export const loader = ({ context, request }: LoaderFunctionArgs) => loadRequest(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadRequest(call, request.url);

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field, idempotencyKey) => {
    const input = {
      title: field('title'),
      description: field('description'),
      customer_name: field('customer_name'),
      email: field('email'),
    };
    const about = await loadRequest(send, args.request.url);
    const opened = about
      ? await send('POST /v1/catalog/via-ticket', {
          body: { ...input, selection: about.input, vehicle: about.vehicle },
          idempotencyKey,
        })
      : await send('POST /tickets', { body: input, idempotencyKey });
    return redirect(ticketPath(opened, args.context.get(visitorContext).facts.signedIn), 303);
  });

const ticketPath = ({ id, token }: { id: number; token: string }, signedIn: boolean) =>
  signedIn ? `/tuning/support/${id}` : `/tuning-ticket/${id}/${token}`;

export default function TuningTicket() {
  const about = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const user = useUser();
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>{about ? t('Ask about this selection') : t('Open a ticket')}</h1>
        <p className={css.lead}>
          {about
            ? t('Send it to us instead of paying now. A tuner will review it and reply; nothing is charged.')
            : t(
                'Tell us what you need or what went wrong. A specialist will reply, and everything stays in one place.',
              )}
        </p>
      </header>
      <div className={css.split}>
        <TicketForm
          key={about?.vehicle ?? ''}
          title={about?.title}
          sendLabel={about ? t('Send request') : t('Send ticket')}
          send={(input) =>
            about
              ? call('POST /v1/catalog/via-ticket', {
                  body: { ...input, selection: about.input, vehicle: about.vehicle },
                  once: true,
                })
              : call('POST /tickets', { body: input, once: true })
          }
          onOpened={(opened) => void navigate(ticketPath(opened, user !== null))}
        />
        <aside className={css.aside} data-first={about !== null || undefined}>
          {about ? <OfferCard offer={about.offer} /> : null}
          <h2>{t('Before you open a ticket')}</h2>
          <p className={css.quiet}>
            {rich(
              'A tool stopped while flashing, or the car does not start? <link>Start a rescue</link>, that is quicker.',
              { link: (text) => <TextLink to="/fz/rescue">{text}</TextLink> },
            )}
          </p>
          <p className={css.quiet}>
            {user
              ? rich('Your earlier tickets are under <link>Support tickets</link>.', {
                  link: (text) => <TextLink to="/tuning/support">{text}</TextLink>,
                })
              : t('No account needed. After sending, you get a link to your ticket.')}
          </p>
        </aside>
      </div>
    </Container>
  );
}
