import { type RescueSymptom, rescueSymptoms } from '@tuneport/domain/support/rescue-checklist';
import { t } from '@tuneport/domain/text/text';
import { type ActionFunctionArgs, redirect, useActionData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../platform/api/form-action.ts';
import { humanProof } from '../../platform/api/human-proof.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './rescue.module.css';
import { SupportOpen } from './SupportOpen.tsx';

export const meta = () => [
  { title: pageTitle(t('Tool rescue')) },
  { name: 'description', content: t('A flash stopped or the car does not start? Start a rescue without logging in.') },
];

const rescueBody = (field: (name: string) => string) => ({
  symptom: field('symptom') as RescueSymptom,
  vehicle: field('vehicle'),
  tool: field('tool'),
  tool_serial: field('tool_serial'),
  description: field('description'),
  contact_name: field('contact_name'),
  email: field('email'),
  phone: field('phone'),
});

const rescuePath = ({ id, token }: { id: number; token: string }) => `/fz/rescue/${id}/${encodeURIComponent(token)}`;

/** Tells the action which of the two forms was sent. */
const formName = 'form';
const openForm = 'open';

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field, idempotencyKey) => {
    const opened =
      field(formName) === openForm
        ? await send('POST /rescue-sessions/open', { body: { code: field('code') } })
        : await send('POST /rescue-sessions', { body: rescueBody(field), idempotencyKey });
    return redirect(rescuePath(opened), 303);
  });

const useSent = (form: 'start' | 'open'): SentForm | undefined => {
  const sent = useActionData<SentForm>();
  return sent && (sent.values[formName] === openForm) === (form === openForm) ? sent : undefined;
};

export default function RescueStart() {
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>{t('Rescue')}</h1>
        <p className={css.lead}>
          {t(
            'A flash stopped, or the car does not start afterwards. Tell us what you see; known fixes come right away, and a person helps with the rest. No login needed.',
          )}
        </p>
        <SupportOpen />
      </header>
      <Notice tone="careful" title={t('Before anything else')}>
        {t(
          'Leave the ignition and the plug as they are, and keep a charger on the battery. If something is hot, smokes or smells, switch off and step back.',
        )}
      </Notice>
      <div className={css.split}>
        <StartForm />
        <div className={css.aside}>
          <CodeForm />
          <p className={css.quiet}>
            {rich('Not started yet? <link>Read the guide</link> before you write.', {
              link: (text) => <TextLink to="/fz/guide">{text}</TextLink>,
            })}
          </p>
        </div>
      </div>
    </Container>
  );
}

function StartForm() {
  const navigate = useNavigate();
  const user = useUser();
  const sent = useSent('start');
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { ...rescueBody(field), recaptcha_token: await humanProof('rescue') };
    await navigate(rescuePath(await call('POST /rescue-sessions', { body, once: true })));
  }, sent);
  const { errors } = failure;
  const typed = sent?.values ?? {};
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <FormError message={errors.recaptcha_token?.[0] ?? failure.message} />
      <NativeSelect
        label={t('What happens')}
        name="symptom"
        placeholder={t('Choose the closest match')}
        options={Object.entries(rescueSymptoms).map(([value, label]) => ({ value, label: t(label) }))}
        defaultValue={typed.symptom}
        error={errors.symptom}
        required
      />
      <TextField
        label={t('Vehicle')}
        name="vehicle"
        placeholder={t('Make, model, year, engine')}
        defaultValue={typed.vehicle}
        maxLength={200}
        error={errors.vehicle}
        required
      />
      <div className={css.pair}>
        <TextField
          label={t('Tool')}
          name="tool"
          placeholder="FlashZilla V3"
          defaultValue={typed.tool}
          maxLength={120}
          error={errors.tool}
          required
        />
        <TextField
          label={t('Tool serial number')}
          name="tool_serial"
          defaultValue={typed.tool_serial}
          optional
          maxLength={80}
          error={errors.tool_serial}
        />
      </div>
      <Textarea
        label={t('What you did and saw')}
        name="description"
        defaultValue={typed.description}
        optional
        rows={4}
        maxLength={5000}
        error={errors.description}
      />
      <TextField
        label={t('Your name')}
        name="contact_name"
        autoComplete="name"
        defaultValue={typed.contact_name ?? user?.name ?? ''}
        maxLength={120}
        error={errors.contact_name}
        required
      />
      <div className={css.pair}>
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed.email}
          optional
          hint={t('We will send you the code.')}
          error={errors.email}
        />
        <TextField
          label={t('Phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={typed.phone}
          optional
          error={errors.phone}
        />
      </div>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Start rescue')}
        </Button>
      </div>
    </form>
  );
}

function CodeForm() {
  const navigate = useNavigate();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await navigate(rescuePath(await call('POST /rescue-sessions/open', { body: { code: field('code') } })));
  }, useSent(openForm));
  return (
    <Card>
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <input type="hidden" name={formName} value={openForm} />
        <h2>{t('Resume with a code')}</h2>
        <FormError message={failure.message} />
        <TextField
          label={t('Your code')}
          name="code"
          placeholder="ABCD-2345-EFGH-6789"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={failure.errors.code}
        />
        <div>
          <Button type="submit" busy={busy}>
            {t('Open rescue')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
