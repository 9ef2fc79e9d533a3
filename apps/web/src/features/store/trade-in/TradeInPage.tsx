import type { Call } from '@tuneport/contract/index';
import { tradeInConditionNames } from '@tuneport/domain/store/trade-in-states';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { newIdempotencyKey } from '../../../platform/api/call.ts';
import { humanProof } from '../../../platform/api/human-proof.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import css from './trade-in.module.css';

export const meta = () => [
  { title: pageTitle('Trade in a tool') },
  {
    name: 'description',
    content:
      'Tell us which tool you have and what condition it is in. We make an offer, you send it in, and its value is yours.',
  },
];

async function load(api: Call) {
  const { data } = await api('GET /store/product', { query: { category: 'tools' } });
  return data.map(({ slug, name }) => ({ slug, name }));
}
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

const steps = [
  { title: 'Tell us about it', text: 'Which tool, its serial number and its condition. Two minutes.' },
  { title: 'Send photos', text: 'On the next page: front, back and anything worn.' },
  { title: 'Get an offer', text: 'By e-mail, usually within two working days. It is valid for two weeks.' },
  { title: 'Send it in', text: 'We inspect it when it arrives.' },
  { title: 'Get paid', text: 'As credit on your account or by bank transfer.' },
];

export default function TradeInPage() {
  const products = useLoaderData<typeof loader>();
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>Your old tool is worth something here.</h1>
        <p className={css.lead}>Trade it in, even if you bought it elsewhere. No obligation if you decline.</p>
      </header>
      <div className={css.columns}>
        <TradeInForm products={products} />
        <ol className={css.steps}>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Container>
  );
}

const conditions = Object.entries(tradeInConditionNames).map(([value, label]) => ({ value, label }));

function TradeInForm({ products }: { products: readonly { slug: string; name: string }[] }) {
  const user = useUser();
  const navigate = useNavigate();
  // Idempotency key: the same form sent twice creates one request.
  const [key] = useState(newIdempotencyKey);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const recaptcha_token = await humanProof('trade_in');
    const made = await call('POST /trade-in-requests', {
      body: {
        tool: field('tool'),
        serial: field('serial'),
        condition: field('condition') as 'used',
        note: field('note'),
        wanted_product: field('wanted_product') || null,
        full_name: field('full_name'),
        email: field('email'),
        phone: field('phone'),
        ...(recaptcha_token ? { recaptcha_token } : {}),
      },
      idempotencyKey: key,
    });
    await navigate(`/trade-in/${made.id}/${made.token}`);
  });
  const { errors } = failure;
  return (
    <form className={css.form} onSubmit={onSubmit} noValidate aria-label="Trade-in request">
      <FormError message={failure.message} />
      <fieldset className={css.fields}>
        <legend>The tool</legend>
        <TextField
          label="Tool model"
          name="tool"
          maxLength={120}
          placeholder="FlashZilla V2"
          className={css.wide}
          error={errors.tool}
        />
        <TextField
          label="Serial number"
          name="serial"
          maxLength={80}
          autoComplete="off"
          hint="On the back of the tool."
          error={errors.serial}
        />
        <NativeSelect
          label="Condition"
          name="condition"
          placeholder="Choose one"
          options={conditions}
          error={errors.condition}
        />
        <Textarea
          label="What is included, and any defects"
          name="note"
          rows={3}
          maxLength={2000}
          optional
          className={css.wide}
          error={errors.note}
        />
        {products.length > 0 ? (
          <NativeSelect
            label="What would you like in exchange"
            name="wanted_product"
            placeholder="Not sure yet"
            optional
            className={css.wide}
            options={products.map(({ slug, name }) => ({ value: slug, label: name }))}
            error={errors.wanted_product}
          />
        ) : null}
      </fieldset>
      <fieldset className={css.fields}>
        <legend>Contact details</legend>
        <TextField
          label="Name"
          name="full_name"
          autoComplete="name"
          maxLength={120}
          defaultValue={user?.name ?? ''}
          error={errors.full_name}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={user?.email ?? ''}
          error={errors.email}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          optional
          error={errors.phone}
        />
      </fieldset>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          Request an offer
        </Button>
      </div>
    </form>
  );
}
