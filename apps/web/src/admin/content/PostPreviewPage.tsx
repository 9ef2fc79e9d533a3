import type { CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { PostArticle } from '../../features/content/PostPage.tsx';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';

export const meta = () => [{ title: pageTitle('Preview') }];
const load = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/blog-posts/:id', { params: { id: Number(params.id) } });
load.hydrate = true as const;
export const clientLoader = load;
export const HydrateFallback = () => <RecordLoading label="Loading the preview" />;

export default function PostPreviewPage() {
  const post = useLoaderData() as CallReply<'GET /v1/admin/blog-posts/:id'>;
  const author = { ...post.author, job_title: '', picture: null };
  return (
    <RecordFrame
      crumbs={[
        { label: 'Blog posts', to: '/admin/blog-posts' },
        { label: post.title, to: `/admin/blog-posts/${post.id}` },
      ]}
      title="Preview"
    >
      {post.state === 'published' ? null : <Notice>Only staff see this preview.</Notice>}
      <PostArticle heading="h2" post={{ ...post, author, published_at: post.publish_at ?? post.updated_at }} />
    </RecordFrame>
  );
}
