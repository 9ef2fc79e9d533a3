import type { CallReply } from '@tuneport/contract/index';
import { blogTags } from '@tuneport/domain/content/blog-tags';
import { t } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { DateText } from '../../ui/text/DateText.tsx';
import css from './blog.module.css';
import { Picture } from './PageBlocks.tsx';

type PostSummary = CallReply<'GET /blog-posts'>['data'][number];

export const postPath = ({ id, slug }: { id: number; slug: string }) => `/blog/${id}/${slug}`;

type Props = { posts: readonly PostSummary[]; headingLevel?: 2 | 3 };

export function PostList({ posts, headingLevel = 2 }: Props) {
  const Heading = `h${headingLevel}` as const;
  return (
    <ul className={css.list}>
      {posts.map((post) => (
        <li key={post.id} className={css.card}>
          {post.cover ? (
            <Picture picture={post.cover} sizes="(min-width: 900px) 360px, 92vw" className={css.cover} />
          ) : (
            <div className={css.cover} aria-hidden="true">
              <CurveSketch seed={post.id} />
            </div>
          )}
          <div className={css.cardText}>
            <Heading>
              <Link to={postPath(post)} discover="none">
                {post.title}
              </Link>
            </Heading>
            <p>{post.summary}</p>
            <PostFacts post={post} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** From the list of tags, whose import brings their translations along. */
const tagName = (tag: PostSummary['tags'][number]): string => blogTags.find((known) => known === tag) ?? tag;

/** Author, date, reading time and tags. */
export const PostFacts = ({ post }: { post: PostSummary }) => (
  <p className={css.facts}>
    <Link to={`/blog/by-author/${post.author.slug}`} discover="none">
      {post.author.name}
    </Link>
    <DateText at={post.published_at} show="date" />
    <span>{t('{minutes} min read', { minutes: post.reading_minutes })}</span>
    {post.tags.map((tag) => (
      <Link key={tag} to={`/blog?tag=${tag}`} discover="none">
        {t(tagName(tag))}
      </Link>
    ))}
  </p>
);

/** For a post without a picture: stock and tuned curve, a little different for each post. */
function CurveSketch({ seed }: { seed: number }) {
  const bend = (seed * 37) % 40;
  return (
    <svg viewBox="0 0 320 180" className={css.sketch} aria-hidden="true">
      <path className={css.stock} d={`M0 165 C90 150 150 ${140 - bend / 2} 210 120 S300 100 320 104`} />
      <path className={css.tuned} d={`M0 160 C80 140 130 ${110 - bend} 200 70 S290 ${40 + bend / 3} 320 52`} />
    </svg>
  );
}
