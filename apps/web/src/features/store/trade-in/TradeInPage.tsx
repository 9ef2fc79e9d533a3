import type { Call } from '@tuneport/contract/index';
import { tradeInConditionNames } from '@tuneport/domain/store/trade-in-states';
import { t } from '@tuneport/domain/text/text';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
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
  { title: pageTitle(t('Trade in a tool')) },
  {
    name: 'description',
    content: t(
      'Tell us which tool you have and what condition it is in. We make an offer, you send it in, and its value is yours.',
    ),
  },
];

async function load(api: Call) {
  const { data } = await api('GET /store/product', { query: { category: 'tools' } });
  return data.map(({ slug, name }) => ({ slug, name }));
}
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

const steps = () => [
  { title: t('Tell us about it'), text: t('Which tool, its serial number and its condition. Two minutes.') },
  { title: t('Send photos'), text: t('On the next page: front, back and anything worn.') },
  { title: t('Get an offer'), text: t('By e-mail, usually within two working days. It is valid for two weeks.') },
  { title: t('Send it in'), text: t('We inspect it when it arrives.') },
  { title: t('Get paid'), text: t('As credit on your account or by bank transfer.') },
];

export default function TradeInPage() {
  const products = useLoaderData<typeof loader>();
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>{t('Your old tool is worth something here.')}</h1>
        <p className={css.lead}>{t('Trade it in, even if you bought it elsewhere. No obligation if you decline.')}</p>
      </header>
      <div className={css.columns}>
        <TradeInForm products={products} />
        <ol className={css.steps}>
          {steps().map(({ title, text }) => (
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

const conditions = () => Object.entries(tradeInConditionNames).map(([value, label]) => ({ value, label: t(label) }));

function TradeInForm({ products }: { products: readonly { slug: string; name: string }[] }) {
  const user = useUser();
  const navigate = useNavigate();
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
      once: true,
    });
    await navigate(`/trade-in/${made.id}/${made.token}`);
  });
  const { errors } = failure;
  return (
    <form method="post" className={css.form} onSubmit={onSubmit} noValidate aria-label={t('Trade-in request')}>
      <FormError message={failure.message} />
      <fieldset className={css.fields}>
        <legend>{t('The tool')}</legend>
        <TextField
          label={t('Tool model')}
          name="tool"
          maxLength={120}
          placeholder={t('FlashZilla V2')}
          className={css.wide}
          error={errors.tool}
        />
        <TextField
          label={t('Serial number')}
          name="serial"
          maxLength={80}
          autoComplete="off"
          hint={t('On the back of the tool.')}
          error={errors.serial}
        />
        <NativeSelect
          label={t('Condition')}
          name="condition"
          placeholder={t('Choose one')}
          options={conditions()}
          error={errors.condition}
        />
        <Textarea
          label={t('What is included, and any defects')}
          name="note"
          rows={3}
          maxLength={2000}
          optional
          className={css.wide}
          error={errors.note}
        />
        {products.length > 0 ? (
          <NativeSelect
            label={t('What would you like in exchange')}
            name="wanted_product"
            placeholder={t('Not sure yet')}
            optional
            className={css.wide}
            options={products.map(({ slug, name }) => ({ value: slug, label: name }))}
            error={errors.wanted_product}
          />
        ) : null}
      </fieldset>
      <fieldset className={css.fields}>
        <legend>{t('Contact details')}</legend>
        <TextField
          label={t('Name')}
          name="full_name"
          autoComplete="name"
          maxLength={120}
          defaultValue={user?.name ?? ''}
          error={errors.full_name}
        />
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={user?.email ?? ''}
          error={errors.email}
        />
        <TextField
          label={t('Phone')}
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
          {t('Request an offer')}
        </Button>
      </div>
    </form>
  );
}
