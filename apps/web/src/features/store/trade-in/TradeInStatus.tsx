import type { Call, CallReply } from '@tuneport/contract/index';
import { stateLabel } from '@tuneport/domain/states/machine';
import { tradeInConditionNames, tradeInMachine } from '@tuneport/domain/store/trade-in-states';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { FileDrop } from '../../../ui/controls/FileDrop.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { Radio } from '../../../ui/form/Checkbox.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Container, Row } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { Photos } from './Photos.tsx';
import { photoBytesMax, photoKinds, sendPhoto } from './send-photo.ts';
import css from './trade-in.module.css';

export const meta = () => [{ title: pageTitle(t('Your trade-in')) }];

const load = (api: Call, params: { id?: string; token?: string }) =>
  api('GET /trade-in-requests/:id', { params: { id: params.id ?? '' }, query: { token: params.token ?? '' } });
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

type TradeIn = CallReply<'GET /trade-in-requests/:id'>;
type Step = { request: TradeIn; token: string; onMoved: (next: TradeIn) => void };

/** State of the trade-in, next step and available actions. */
export default function TradeInStatus() {
  const loaded = useLoaderData<typeof loader>();
  return <Status key={loaded.id} loaded={loaded} />;
}

function Status({ loaded }: { loaded: TradeIn }) {
  const [request, setRequest] = useState(loaded);
  const token = useParams().token ?? '';
  const step = { request, token, onMoved: setRequest };
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <h1>{request.tool}</h1>
        <p className={css.lead}>
          {request.number}. {request.sentence}
        </p>
        {request.licence_locked_at ? (
          <p>
            {rich('The licence of this tool is locked since {date}.', {
              date: <DateText at={request.licence_locked_at} show="date" />,
            })}
          </p>
        ) : null}
      </header>
      {request.can.answer ? <Answer {...step} /> : null}
      {request.offer && request.can.accept ? <Offer {...step} offer={request.offer} /> : null}
      {request.can.ship ? <Ship {...step} /> : null}
      {request.photos.length > 0 || request.can.add_photos ? <Pictures {...step} /> : null}
      <section className={css.card} aria-label={t('History')}>
        <h2>{t('History')}</h2>
        <Timeline
          moments={request.history.map((event, at) => ({
            id: at,
            title: t(stateLabel(tradeInMachine, event.state)),
            when: <DateText at={event.at} show="both" />,
            body: event.note,
          }))}
        />
      </section>
      <section className={css.card} aria-label={t('The tool')}>
        <h2>{t('The tool')}</h2>
        <KeyValue
          rows={[
            [t('Serial number'), request.serial],
            [t('Condition'), t(tradeInConditionNames[request.condition])],
            [t('Note'), request.note],
            [t('In exchange'), request.wanted_product?.name ?? ''],
            [
              t('Our offer'),
              request.offer && !request.can.accept ? <MoneyText key="offer" money={request.offer.value} /> : '',
            ],
            [t('Your tracking number'), request.tracking_number],
          ]}
        />
        <p className={css.quiet}>
          {t('Save the link to this page: it opens your request. We have sent it to {email} as well.', {
            email: request.email,
          })}
        </p>
      </section>
    </Container>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.card} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Pictures({ request, token, onMoved }: Step) {
  return (
    <Block title={t('Pictures')}>
      <Photos request={request.id} photos={request.photos} token={token} />
      {request.can.add_photos ? (
        <FileDrop
          label={
            request.photos.length === 0 ? t('Drop photos of the tool here, or choose them') : t('Add another photo')
          }
          hint={t(
            'JPEG, PNG, WebP or AVIF, up to 15 MB. The front, the back with the serial number, and anything worn.',
          )}
          accept={photoKinds}
          bytesMax={photoBytesMax}
          upload={(file, _progress, signal) => sendPhoto({ id: request.id, token }, file, signal)}
          onDone={onMoved}
        />
      ) : null}
    </Block>
  );
}

function Answer({ request, token, onMoved }: Step) {
  const lastNote = request.history.at(-1)?.note ?? '';
  const { busy, failure, onSubmit } = useSubmit(async (field) =>
    onMoved(
      await call('POST /trade-in-requests/:id/answer', {
        params: { id: request.id },
        body: { token, note: field('note') },
      }),
    ),
  );
  return (
    <Block title={t('We have a question')}>
      {lastNote ? <p>{lastNote}</p> : null}
      <form method="post" className={css.choices} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <Textarea label={t('Your answer')} name="note" rows={4} maxLength={2000} error={failure.errors.note} />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Send answer')}
          </Button>
        </div>
      </form>
    </Block>
  );
}

function Offer({ request, token, onMoved, offer }: Step & { offer: NonNullable<TradeIn['offer']> }) {
  const login = useLoginLink();
  const user = useUser();
  const [payAs, setPayAs] = useState<'balance' | 'bank'>(request.pay_as ?? (user ? 'balance' : 'bank'));
  const params = { id: request.id };
  const taking = useSubmit(async () =>
    onMoved(
      await call('POST /trade-in-requests/:id/accept', {
        params,
        body: { token, pay_as: payAs, offer: offer.value },
        once: true,
      }),
    ),
  );
  const declining = useSubmit(async () =>
    onMoved(await call('POST /trade-in-requests/:id/decline', { params, body: { token } })),
  );
  const failure = taking.failure.message ?? taking.failure.errors.pay_as?.join(' ') ?? declining.failure.message;
  const here = request.state === 'counter_offered';
  return (
    <Block title={t('Our offer')}>
      <div className={css.offer}>
        <MoneyText money={offer.value} />
      </div>
      {offer.until ? (
        <p className={css.quiet}>
          {rich('Valid until {until}.', { until: <DateText at={offer.until} show="date" /> })}
        </p>
      ) : null}
      {offer.conditions ? <p>{offer.conditions}</p> : null}
      <FormError message={failure} />
      <fieldset className={css.choices}>
        <legend className="visually-hidden">{t('How you want to be paid')}</legend>
        <Radio
          name="pay_as"
          label={t('As credit on my account')}
          hint={
            user
              ? t('You can use it for your next purchase.')
              : rich('<link>Log in</link> first, so that we credit the right account.', {
                  link: (text) => <TextLink {...login}>{text}</TextLink>,
                })
          }
          checked={payAs === 'balance'}
          onChange={() => setPayAs('balance')}
        />
        <Radio
          name="pay_as"
          label={t('By bank transfer')}
          hint={t('We will ask for your bank details by e-mail.')}
          checked={payAs === 'bank'}
          onChange={() => setPayAs('bank')}
        />
      </fieldset>
      <Row>
        <Button variant="primary" busy={taking.busy} onClick={() => void taking.run()}>
          {t('Accept offer')}
        </Button>
        <Button busy={declining.busy} onClick={() => void declining.run()}>
          {here ? t('No, send it back') : t('No, thank you')}
        </Button>
      </Row>
    </Block>
  );
}

function Ship({ request, token, onMoved }: Step) {
  const { busy, failure, onSubmit } = useSubmit(async (field) =>
    onMoved(
      await call('POST /trade-in-requests/:id/ship', {
        params: { id: request.id },
        body: { token, tracking_number: field('tracking_number') },
      }),
    ),
  );
  return (
    <Block title={t('Send it to us')}>
      <p>
        {rich('Pack it well and write {number} on the parcel. Our address is on the <link>contact page</link>.', {
          number: request.number,
          link: (text) => <TextLink to="/contact-us">{text}</TextLink>,
        })}
      </p>
      <form method="post" className={css.choices} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <TextField
          label={t('Tracking number')}
          name="tracking_number"
          maxLength={80}
          autoComplete="off"
          error={failure.errors.tracking_number}
        />
        <Row>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Mark as shipped')}
          </Button>
          <ButtonLink variant="ghost" to="/products">
            {t('Browse the store')}
          </ButtonLink>
        </Row>
      </form>
    </Block>
  );
}
