import type { Call } from '@tuneport/contract/index';
import { blogTags } from '@tuneport/domain/content/blog-tags';
import { seesDealerMaterial } from '@tuneport/domain/identity/permissions';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './blog.module.css';
import { contentMeta } from './content-meta.ts';
import { NewsletterForm, newsletterAction } from './NewsletterForm.tsx';
import { PostList } from './PostList.tsx';

// The blog, and the posts of one author under /blog/by-author/:slug.

async function load(call: Call, url: URL, author: string | undefined) {
  const page = Math.max(1, Number(url.searchParams.get('page')) || 1);
  const tag = blogTags.find((one) => one === url.searchParams.get('tag'));
  if (page > 10_000) throw data({ code: 'not_found' }, { status: 404 });
  const query = { page, ...(tag ? { tag } : {}), ...(author ? { author } : {}) };
  const [posts, bio] = await Promise.all([
    call('GET /blog-posts', { query }),
    author ? call('GET /bio/:slug', { params: { slug: author } }) : null,
  ]);
  return { posts, tag: tag ?? null, author: bio && { slug: bio.slug, name: bio.name }, origin: url.origin };
}

export const loader = ({ context, url, params }: LoaderFunctionArgs) =>
  load(context.get(callContext), url, params.slug);
export const clientLoader = ({ url, params }: ClientLoaderFunctionArgs) => load(call, url, params.slug);
export const action = newsletterAction;

const titleOf = (author: { name: string } | null, tag: string | null) =>
  author ? t('Posts by {name}', { name: author.name }) : tag ? `${t('Blog')}: ${t(tag)}` : t('Blog');

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  const { author = null, tag = null, origin = '' } = loaderData ?? {};
  return contentMeta({
    title: titleOf(author, tag),
    description: t('How tuning works, what is new in the catalogue, and what we learn on the dyno and on the bench.'),
    origin,
    path: author ? `/blog/by-author/${author.slug}` : tag ? `/blog?tag=${tag}` : '/blog',
  });
};

export default function BlogPage() {
  const { posts, tag, author } = useLoaderData<typeof loader>();
  const facts = factsOf(useUi());
  const tags = blogTags.filter((one) => one !== 'Dealer' || (facts.signedIn && seesDealerMaterial(facts.role)));
  const base = author ? `/blog/by-author/${author.slug}` : '/blog';
  const pageLink = (page: number) => `${base}?${new URLSearchParams({ ...(tag ? { tag } : {}), page: String(page) })}`;
  return (
    <Container className={css.page}>
      <h1>{author ? titleOf(author, null) : t('Blog')}</h1>
      {author ? (
        <p className={css.lead}>
          <Link to={`/staff/${author.slug}`}>{t('About {name}', { name: author.name })}</Link>
        </p>
      ) : (
        <p className={css.lead}>
          {t('How tuning works, what is new, and what we learn on the dyno and on the bench.')}
        </p>
      )}
      <nav className={css.tags} aria-label={t('Tags')}>
        <Link to={base} aria-current={tag === null ? 'page' : undefined} discover="none">
          {t('All')}
        </Link>
        {tags.map((one) => (
          <Link key={one} to={`${base}?tag=${one}`} aria-current={tag === one ? 'page' : undefined} discover="none">
            {t(one)}
          </Link>
        ))}
      </nav>
      {posts.data.length > 0 ? (
        <PostList posts={posts.data} />
      ) : (
        <EmptyState title={t('No posts here yet')} step={<ButtonLink to="/blog">{t('Show all posts')}</ButtonLink>}>
          {t('New posts appear here as soon as they are published.')}
        </EmptyState>
      )}
      {posts.page_count > 1 ? (
        <nav className={css.pages} aria-label={t('Pages')}>
          {posts.page > 1 ? <ButtonLink to={pageLink(posts.page - 1)}>{t('Newer posts')}</ButtonLink> : null}
          {posts.page < posts.page_count ? (
            <ButtonLink to={pageLink(posts.page + 1)}>{t('Older posts')}</ButtonLink>
          ) : null}
        </nav>
      ) : null}
      <NewsletterForm />
      <p className={css.feed}>
        <a href="/blog/feed.xml">{t('Subscribe by Atom feed')}</a>
      </p>
    </Container>
  );
}
