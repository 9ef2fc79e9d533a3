import { blogTags } from '@tuneport/domain/content/blog-tags';
import { pageTitle } from '../../shell/title.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounList } from '../record/noun/NounList.tsx';
import { refFilter } from '../record/noun/noun.ts';
import { postNoun } from './post-noun.ts';

type Post = RowOf<'GET /v1/admin/blog-posts'>;

export const meta = () => [{ title: pageTitle(postNoun.many) }];

export const postStates = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'busy' },
  published: { label: 'Published', tone: 'good' },
} as const;

const columns: readonly Column<Post>[] = [
  textColumn('title', 'Title', { sortable: true }),
  {
    id: 'state',
    label: 'Status',
    cell: ({ state }) => <StateDot tone={postStates[state].tone}>{postStates[state].label}</StateDot>,
    csv: ({ state }) => postStates[state].label,
  },
  {
    id: 'author',
    label: 'Author',
    hideBelow: 640,
    cell: ({ author }) => author.name,
    csv: ({ author }) => author.name,
  },
  {
    id: 'tags',
    label: 'Tags',
    hideBelow: 800,
    cell: ({ tags }) => tags.join(', ') || '–',
    csv: ({ tags }) => tags.join(' '),
  },
  dateColumn('publish_at', 'Publish at', { sortable: true, hideBelow: 640 }),
  dateColumn('updated_at', 'Changed', { sortable: true, hideBelow: 1000 }),
];

const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: Object.entries(postStates).map(([value, { label }]) => ({ value, label })),
  },
  { id: 'tag', label: 'Tag', kind: 'select', options: blogTags.map((tag) => ({ value: tag, label: tag })) },
  refFilter('author', 'Author', '/v1/admin/staff-pages'),
];

export default function PostsPage() {
  return (
    <NounList
      of="GET /v1/admin/blog-posts"
      noun={postNoun}
      columns={columns}
      filters={filters}
      searchLabel="Search title, summary or author"
      empty={{ title: 'Blog posts appear here once you write one.', text: 'Drafts are visible to staff only.' }}
    />
  );
}
