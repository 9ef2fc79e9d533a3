import type { CallReply } from '@tuneport/contract/index';
import { useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { NounForm } from '../record/noun/NounForm.tsx';
import { NounHistory } from '../record/noun/NounHistory.tsx';
import { nounLoader, nounMeta } from '../record/noun/NounPage.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import type { StoredRecord } from '../record/record-calls.ts';
import { postStates } from './PostsPage.tsx';
import { postNoun } from './post-noun.ts';

export const meta = nounMeta(postNoun);
export const clientLoader = nounLoader(postNoun);
export const HydrateFallback = () => <RecordLoading label="Loading the post" />;

type Post = CallReply<'GET /v1/admin/blog-posts/:id'>;

/** A post and its form are one page: writing is what people come for. */
export default function PostPage() {
  const record = useLoaderData() as (Post & StoredRecord) | null;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return (
    <RecordFrame
      key={record?.id ?? 'new'}
      crumbs={[{ label: postNoun.many, to: postNoun.to }]}
      title={record ? record.title : 'New blog post'}
      about={
        record ? (
          <StateDot tone={postStates[record.state].tone}>
            {postStates[record.state].label}, {record.reading_minutes} min read
          </StateDot>
        ) : null
      }
      actions={
        record ? (
          <ButtonLink
            to={
              record.state === 'published' ? `/blog/${record.id}/${record.slug}` : `${postNoun.to}/${record.id}/preview`
            }
          >
            {record.state === 'published' ? 'View post' : 'Preview post'}
          </ButtonLink>
        ) : null
      }
      side={record ? <NounHistory noun={postNoun} record={record} /> : null}
    >
      <Card>
        <NounForm
          noun={postNoun}
          record={record}
          onSaved={(saved) => {
            toast('The post was saved.');
            if (record) void revalidate();
            else void navigate(`${postNoun.to}/${saved.id}`);
          }}
          onDeleted={() => {
            toast('The post was deleted.');
            void navigate(postNoun.to);
          }}
        />
      </Card>
    </RecordFrame>
  );
}
