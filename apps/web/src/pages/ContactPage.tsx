import type { ShownBlock } from '@tuneport/contract/content/blocks';
import type { Call } from '@tuneport/contract/index';
import { htmlText } from '@tuneport/domain/content/blocks';
import { bestMatches } from '@tuneport/domain/content/faq-match';
import { ticketTextMax } from '@tuneport/domain/support/ticket';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { contentMeta } from '../features/content/content-meta.ts';
import { SupportOpen } from '../features/support/SupportOpen.tsx';
import css from '../features/support/support.module.css';
import { call } from '../platform/api/browser.ts';
import { formAction, type SentForm } from '../platform/api/form-action.ts';
import { humanProof } from '../platform/api/human-proof.ts';
import { useSubmit } from '../platform/api/use-submit.ts';
import { callContext } from '../platform/contexts.ts';
import { useUi, useUser } from '../platform/ui-state.ts';
import { Button, TextLink } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { FormError } from '../ui/form/FormError.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Container } from '../ui/layout/Layout.tsx';
import { RichText } from '../ui/text/RichText.tsx';
import { rich } from '../ui/text/rich.ts';

type Answer = Extract<ShownBlock, { kind: 'faq' }>['items'][number];

async function load(call: Call, url: URL) {
  // The FAQ may be unpublished; the form works without it.
  const faq = await call('GET /v1/pages/:slug', { params: { slug: 'faq' } }).catch(() => null);
  const answers = (faq?.blocks ?? []).flatMap((block) => (block.kind === 'faq' ? block.items : []));
  return { answers, origin: url.origin };
}
export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    const body = { name: field('name'), email: field('email'), message: field('message') };
    await send('POST /contact-us', { body });
    return redirect('/contact-us?sent=yes', 303);
  });

export const meta = ({ loaderData }: { loaderData?: { origin: string } }) =>
  contentMeta({
    title: t('Contact us'),
    description: t('Ask about tunes, tools, orders or your account. We reply by e-mail.'),
    origin: loaderData?.origin ?? '',
    path: '/contact-us',
  });

export default function ContactPage() {
  const { answers } = useLoaderData<typeof loader>();
  const company = useUi()?.settings.company;
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>{t('Contact us')}</h1>
        <p className={css.lead}>{t('Ask about tunes, tools, orders or your account. We reply by e-mail.')}</p>
        <SupportOpen />
      </header>
      <div className={css.split}>
        <ContactForm answers={answers} />
        <aside className={css.aside}>
          <h2>{t('Faster ways')}</h2>
          <p className={css.quiet}>
            {rich('A tool stopped while flashing, or the car does not start? <link>Start a rescue</link>.', {
              link: (text) => <TextLink to="/fz/rescue">{text}</TextLink>,
            })}
          </p>
          <p className={css.quiet}>
            {rich('A question about a vehicle, with files or photos? <link>Open a ticket</link>.', {
              link: (text) => <TextLink to="/tuning-ticket">{text}</TextLink>,
            })}
          </p>
          <p className={css.quiet}>
            {rich('Most questions are answered in the <link>FAQ</link>.', {
              link: (text) => <TextLink to="/faq">{text}</TextLink>,
            })}
          </p>
          {company?.phone || company?.email || company?.address ? (
            <>
              <h2>{company.name}</h2>
              {company.phone ? (
                <p className={css.quiet}>
                  <a href={`tel:${company.phone.replace(/[^+\d]/g, '')}`}>{company.phone}</a>
                </p>
              ) : null}
              {company.email ? (
                <p className={css.quiet}>
                  <a href={`mailto:${company.email}`}>{company.email}</a>
                </p>
              ) : null}
              {company.address ? <p className={css.quiet}>{company.address}</p> : null}
            </>
          ) : null}
        </aside>
      </div>
    </Container>
  );
}

const textOf = ({ question, html }: Answer) => `${question} ${htmlText(html)}`;

function ContactForm({ answers }: { answers: readonly Answer[] }) {
  const user = useUser();
  const refused = useActionData() as SentForm | undefined;
  const [search] = useSearchParams();
  const [sent, setSent] = useState(search.get('sent') === 'yes');
  const [message, setMessage] = useState(refused?.values.message ?? '');
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const recaptcha_token = await humanProof('contact');
    const body = { name: field('name'), email: field('email'), message: field('message'), recaptcha_token };
    await call('POST /contact-us', { body });
    setSent(true);
  }, refused);
  if (sent)
    return (
      <Notice tone="good" title={t('Thank you. We received your message.')} live>
        {t('We reply to the e-mail address you entered. You also get a link there to follow your message.')}
      </Notice>
    );
  const helpful = bestMatches(message, answers, textOf);
  const { errors } = failure;
  return (
    <form className={css.form} method="post" onSubmit={onSubmit}>
      <FormError message={errors.recaptcha_token?.[0] ?? failure.message} />
      <Textarea
        label={t('Message')}
        name="message"
        rows={7}
        maxLength={ticketTextMax}
        required
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        hint={t('Vehicle, tool or order number, and what you need.')}
        error={errors.message}
      />
      {helpful.length > 0 ? (
        <section className={css.answers} aria-labelledby="answers" aria-live="polite">
          <h2 id="answers">{t('These answers may help')}</h2>
          {helpful.map((answer) => (
            <details key={answer.question}>
              <summary>{answer.question}</summary>
              <RichText sanitisedHtml={answer.html} />
            </details>
          ))}
        </section>
      ) : null}
      <TextField
        label={t('Your name')}
        name="name"
        autoComplete="name"
        maxLength={80}
        required
        defaultValue={refused?.values.name ?? user?.name ?? ''}
        error={errors.name}
      />
      <TextField
        label={t('E-mail address')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={refused?.values.email ?? ''}
        error={errors.email}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send message')}
        </Button>
      </div>
    </form>
  );
}
