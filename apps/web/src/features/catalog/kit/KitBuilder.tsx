import { isQuestion, type KitNode, questionsLeft } from '@tuneport/domain/catalog/kit-tree';
import { plural, t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { PriceText } from '../../../ui/text/PriceText.tsx';
import css from './kit.module.css';
import { type KitPageData, loadKit } from './load-kit.ts';

export const loader = ({ context, url }: LoaderFunctionArgs) => loadKit(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => loadKit(call, url);

export const meta = ({ loaderData }: { loaderData?: KitPageData }) => [
  {
    title: pageTitle(
      loaderData && loaderData.path.length > 1 ? (loaderData.path.at(-1)?.title ?? '') : t('Kit builder'),
    ),
  },
  { name: 'description', content: t('Answer a few questions to find tools and tunes that work together.') },
];

const address = (node: KitNode, isFirst: boolean) => (isFirst ? '/kit-builder' : `/kit-builder?at=${node.id}`);

/** Guided questions. Each has its own URL, so the Back button and use without script work. */
export default function KitBuilder() {
  const { tree, path, tunes, offers } = useLoaderData<typeof loader>();
  const here = path.at(-1);
  if (!tree || !here)
    return (
      <Container>
        <h1 className="visually-hidden">{t('Kit builder')}</h1>
        <EmptyState
          title={t('The kit builder is being set up.')}
          step={<ButtonLink to="/catalog">{t('Open the catalogue')}</ButtonLink>}
        >
          {t('Until then, the catalogue lists every tune and the tools it needs.')}
        </EmptyState>
      </Container>
    );
  const answered = path.length - 1;
  const before = path.at(-2);
  return (
    <Container width="narrow" className={css.page}>
      <p className={css.kicker}>{t('Kit builder')}</p>
      <Progress answered={answered} left={questionsLeft(here)} />
      {answered > 0 ? <Trail path={path} /> : null}
      {isQuestion(here) ? <Question node={here} /> : <Result node={here} tunes={tunes} offers={offers} />}
      <nav className={css.foot} aria-label={t('Steps')}>
        {before ? (
          <ButtonLink to={address(before, path.length === 2)} preventScrollReset>
            <Icon name="chevronLeft" />
            {t('Back')}
          </ButtonLink>
        ) : null}
        {answered > 0 ? (
          <ButtonLink variant="ghost" to="/kit-builder">
            {t('Start over')}
          </ButtonLink>
        ) : null}
      </nav>
    </Container>
  );
}

function Progress({ answered, left }: { answered: number; left: number }) {
  const all = answered + left;
  const progressText =
    left === 0
      ? t('Your kit')
      : left === 1
        ? t('Question {at} of {all}', { at: answered + 1, all })
        : t('Question {at} of at most {all}', { at: answered + 1, all });
  return (
    <div className={css.progress}>
      <progress value={answered} max={Math.max(1, all)} aria-label={t('Questions answered')} />
      <span>{progressText}</span>
    </div>
  );
}

/** Answers so far; each links back to its question. */
const Trail = ({ path }: Pick<KitPageData, 'path'>) => (
  <ol className={css.trail} aria-label={t('Your answers')}>
    {path.slice(1).map((node, at) => {
      const question = path[at];
      return question ? (
        <li key={node.id}>
          <span className={css.asked}>{question.title}</span>
          <Link to={address(question, at === 0)} discover="none">
            {node.answer}
          </Link>
        </li>
      ) : null;
    })}
  </ol>
);

const Question = ({ node }: { node: KitNode }) => (
  <section>
    <h1 className={css.title}>{node.title}</h1>
    {node.text ? <p className={css.text}>{node.text}</p> : null}
    <ul className={css.answers}>
      {node.children.map((child) => (
        <li key={child.id}>
          <Link to={address(child, false)} className={css.answer} discover="none">
            {child.answer}
            <Icon name="arrowRight" />
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

function Result({ node, tunes, offers }: { node: KitNode } & Pick<KitPageData, 'tunes' | 'offers'>) {
  const missing = node.tunes.length - tunes.length;
  return (
    <section>
      <h1 className={css.title}>{node.title}</h1>
      {node.text ? <p className={css.text}>{node.text}</p> : null}
      <ul className={css.parts}>
        {node.products.map(({ slug, quantity }) => {
          const offer = offers.find((each) => each.slug === slug);
          return (
            <li key={slug} className={css.part} data-missing={!offer || undefined}>
              <span>
                {quantity > 1 ? `${quantity} × ` : ''}
                {offer ? (
                  <Link to={`/products/${encodeURIComponent(slug)}`} discover="none">
                    {offer.name}
                  </Link>
                ) : (
                  slug
                )}
                {offer?.summary ? <span className={css.summary}>{offer.summary}</span> : null}
              </span>
              {offer ? (
                offer.price ? (
                  <PriceText money={offer.price} />
                ) : null
              ) : (
                <span>{t('Not available at the moment')}</span>
              )}
            </li>
          );
        })}
        {tunes.map((tune) => (
          <li key={tune.id} className={css.part}>
            <span>
              <Link to={tune.path} discover="none">
                {tune.name}
              </Link>
              <span className={css.summary}>{t('For example, for a {vehicle}', { vehicle: tune.vehicle })}</span>
            </span>
          </li>
        ))}
      </ul>
      {missing > 0 ? (
        <p className={css.text}>
          {plural(missing, {
            one: '{count} tune in this kit is not offered in your region.',
            other: '{count} tunes in this kit are not offered in your region.',
          })}
        </p>
      ) : null}
    </section>
  );
}
