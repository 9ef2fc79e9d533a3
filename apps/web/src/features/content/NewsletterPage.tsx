import type { Call } from '@tuneport/contract/index';
import { htmlText } from '@tuneport/domain/content/blocks';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { contentMeta } from './content-meta.ts';
import { NewsletterForm, newsletterAction } from './NewsletterForm.tsx';
import css from './newsletter.module.css';

const load = async (call: Call, url: URL, slug = '') => ({
  newsletter: await call('GET /newsletter/:slug', { params: { slug } }),
  origin: url.origin,
});

export const loader = ({ context, url, params }: LoaderFunctionArgs) =>
  load(context.get(callContext), url, params.slug);
export const clientLoader = ({ url, params }: ClientLoaderFunctionArgs) => load(call, url, params.slug);
export const action = newsletterAction;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  if (!loaderData) return [{ title: t('Newsletter') }];
  const { newsletter, origin } = loaderData;
  return contentMeta({
    title: newsletter.title,
    description: newsletter.preview || htmlText(newsletter.text).slice(0, 200),
    origin,
    path: `/newsletter/${newsletter.slug}`,
    type: 'article',
  });
};

export default function NewsletterPage() {
  const { newsletter } = useLoaderData<typeof loader>();
  return (
    <Container width="reading" className={css.page}>
      <article>
        <h1>{newsletter.title}</h1>
        <p className={css.when}>
          {rich('Newsletter of {date}', { date: <DateText at={newsletter.sent_at} show="date" /> })}
        </p>
        <RichText sanitisedHtml={newsletter.text} />
        {newsletter.button ? (
          <p>
            <ButtonLink variant="primary" to={newsletter.button.url}>
              {newsletter.button.label}
            </ButtonLink>
          </p>
        ) : null}
      </article>
      <NewsletterForm />
      {newsletter.others.length > 0 ? (
        <section className={css.others} aria-labelledby="others">
          <h2 id="others">{t('Earlier newsletters')}</h2>
          <ul>
            {newsletter.others.map((other) => (
              <li key={other.slug}>
                <Link to={`/newsletter/${other.slug}`}>{other.title}</Link>, <DateText at={other.sent_at} show="date" />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Container>
  );
}
