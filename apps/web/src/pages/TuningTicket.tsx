import type { Call } from '@tuneport/contract/index';
import { boughtTunes } from '@tuneport/domain/catalog/selection/tune-selection';
import { selectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigate,
} from 'react-router';
import { loadVehicle } from '../features/catalog/vehicle/load-vehicle.ts';
import { estimateInput, priceWishOf, recordFor, selectionFor } from '../features/catalog/vehicle/selection.ts';
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

export const meta = () => [
  { title: pageTitle('Tuning ticket') },
  { name: 'description', content: 'Ask our tuners and our support: about a vehicle, a tune, a tool or an order.' },
];

/** The selection a link of the catalogue names, with its price where it can be told. Anything else is a ticket without one. */
async function asked(ask: Call, url: string) {
  const { searchParams, origin } = new URL(url);
  const path = searchParams.get('vehicle') ?? '';
  if (!path.startsWith('/catalog/')) return null;
  try {
    const splat = decodeURIComponent(path.slice('/catalog/'.length));
    const search = new URLSearchParams(searchParams);
    search.delete('vehicle');
    const page = await loadVehicle(ask, { splat, search: `?${search}`, origin });
    if (page.step !== 'engine') return null;
    const { engine, transmission, transmissions, vehicle, picked } = page;
    const told = { engine: recordFor(engine), transmission: transmission && recordFor(transmission), transmissions };
    const selection = selectionFor(picked, told);
    const input = estimateInput(selection, engine, transmission, priceWishOf(searchParams));
    if (input === null) return null;
    const priced = await ask('POST /v1/catalog/estimate', { body: input }).catch(() => null);
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
        without_price: 'We tell you the price in our answer.',
      },
      title: `${boughtTunes(selection)
        .map(({ tune }) => tune.wire.name)
        .join(' + ')} for ${vehicleName(vehicle)}`.slice(0, 200),
    };
  } catch {
    // A link that leads nowhere any more is still a visitor who wants to ask something.
    return null;
  }
}

export const loader = ({ context, request }: LoaderFunctionArgs) => asked(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => asked(call, request.url);

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field, idempotencyKey) => {
    const input = {
      title: field('title'),
      description: field('description'),
      customer_name: field('customer_name'),
      email: field('email'),
    };
    const about = await asked(send, args.request.url);
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
        <h1>{about ? 'Ask for this selection' : 'Open a ticket'}</h1>
        <p className={css.lead}>
          {about
            ? 'Send it to us instead of paying now. A tuner looks at it and answers you; nothing is charged.'
            : 'Tell us what you need or what went wrong. Somebody who knows the matter answers, and everything stays in one place.'}
        </p>
      </header>
      <div className={css.split}>
        <TicketForm
          key={about?.vehicle ?? ''}
          title={about?.title}
          sendLabel={about ? 'Send the request' : 'Send the ticket'}
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
          <h2>Before you write</h2>
          <p className={css.quiet}>
            A tool stopped while writing, or the car does not start? <TextLink to="/fz/rescue">Start a rescue</TextLink>
            , that is quicker.
          </p>
          <p className={css.quiet}>
            {user ? (
              <>
                Your earlier tickets are under <TextLink to="/tuning/support">Support tickets</TextLink>.
              </>
            ) : (
              'You need no account. After sending you get a link that opens your ticket.'
            )}
          </p>
        </aside>
      </div>
    </Container>
  );
}
