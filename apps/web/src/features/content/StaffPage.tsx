import type { Call } from '@tuneport/contract/index';
import { htmlText } from '@tuneport/domain/content/blocks';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import css from './blog.module.css';
import { contentMeta } from './content-meta.ts';
import { Picture } from './PageBlocks.tsx';
import { PostList } from './PostList.tsx';

const load = async (call: Call, url: URL, slug = '') => ({
  bio: await call('GET /bio/:slug', { params: { slug } }),
  origin: url.origin,
});

export const loader = ({ context, url, params }: LoaderFunctionArgs) =>
  load(context.get(callContext), url, params.slug);
export const clientLoader = ({ url, params }: ClientLoaderFunctionArgs) => load(call, url, params.slug);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  if (!loaderData) return [{ title: t('Staff') }];
  const { bio, origin } = loaderData;
  return contentMeta({
    title: bio.name,
    description: htmlText(bio.text).slice(0, 200),
    origin,
    path: `/staff/${bio.slug}`,
    ld: [{ '@context': 'https://schema.org', '@type': 'Person', name: bio.name, jobTitle: bio.job_title }],
  });
};

export default function StaffPage() {
  const { bio } = useLoaderData<typeof loader>();
  return (
    <Container className={css.page}>
      <div className={css.staff}>
        {bio.picture ? (
          <Picture picture={bio.picture} sizes="160px" eager className={css.portrait} />
        ) : (
          <span className={css.initials} aria-hidden="true">
            {initialsOf(bio.name)}
          </span>
        )}
        <div>
          <h1>{bio.name}</h1>
          {bio.job_title ? <p className={css.lead}>{bio.job_title}</p> : null}
          <RichText sanitisedHtml={bio.text} />
        </div>
      </div>
      {bio.posts.length > 0 ? (
        <>
          <h2 className={css.postsTitle}>{t('Posts by {name}', { name: bio.name })}</h2>
          <PostList posts={bio.posts} headingLevel={3} />
          {bio.post_count > bio.posts.length ? (
            <p className={css.feed}>
              <Link to={`/blog/by-author/${bio.slug}`}>{t('All {count} posts', { count: bio.post_count })}</Link>
            </p>
          ) : null}
        </>
      ) : null}
    </Container>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');
