import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './blog.module.css';
import { contentMeta } from './content-meta.ts';
import { Picture } from './PageBlocks.tsx';
import { PostFacts, PostList, postPath } from './PostList.tsx';

type Post = CallReply<'GET /blog-posts/:id'>;

async function load(call: Call, url: URL, params: { id?: string; slug?: string }) {
  if (!/^\d{1,9}$/.test(params.id ?? '')) throw data({ code: 'not_found' }, { status: 404 });
  const post = await call('GET /blog-posts/:id', { params: { id: Number(params.id) } });
  // A post keeps its number when its title changes; the address follows.
  if (params.slug !== post.slug) throw redirect(postPath(post), 301);
  return { post, origin: url.origin };
}

export const loader = ({ context, url, params }: LoaderFunctionArgs) => load(context.get(callContext), url, params);
export const clientLoader = ({ url, params }: ClientLoaderFunctionArgs) => load(call, url, params);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  if (!loaderData) return [{ title: t('Blog') }];
  const { post, origin } = loaderData;
  const image = post.tags.includes('Dealer') ? '/og.png' : `/api/blog-posts/${post.id}/card.png`;
  return contentMeta({
    title: post.title,
    description: post.summary,
    origin,
    path: postPath(post),
    type: 'article',
    image,
    indexed: !post.tags.includes('Dealer'),
    ld: [
      {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: post.title,
        description: post.summary,
        datePublished: post.published_at,
        dateModified: post.updated_at,
        url: origin + postPath(post),
        image: origin + image,
        author: { '@type': 'Person', name: post.author.name, url: `${origin}/staff/${post.author.slug}` },
      },
    ],
  });
};

export default function PostPage() {
  const { post } = useLoaderData<typeof loader>();
  return (
    <>
      <Container width="reading" className={css.page}>
        <PostArticle post={post} />
      </Container>
      {post.related.length > 0 ? (
        <Container className={css.related}>
          <h2>{t('Related posts')}</h2>
          <PostList posts={post.related} headingLevel={3} />
        </Container>
      ) : null}
    </>
  );
}

type ArticleProps = { post: Omit<Post, 'related'>; heading?: 'h1' | 'h2' };

export const PostArticle = ({ post, heading: Heading = 'h1' }: ArticleProps) => (
  <article>
    <Breadcrumbs crumbs={[{ label: t('Blog'), to: '/blog' }, { label: post.title }]} />
    <Heading className={css.title}>{post.title}</Heading>
    <PostFacts post={post} />
    {post.cover ? (
      <Picture picture={post.cover} sizes="(min-width: 900px) 760px, 92vw" eager className={css.hero} />
    ) : null}
    <RichText sanitisedHtml={post.text} />
    <p className={css.author}>
      {rich('Written by {author}', { author: <Link to={`/staff/${post.author.slug}`}>{post.author.name}</Link> })}
      {post.author.job_title ? `, ${post.author.job_title}` : null}
    </p>
  </article>
);
