import { pageTitle } from '../../shell/title.ts';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounPanelList } from '../record/noun/NounList.tsx';
import type { Noun } from '../record/noun/noun.ts';

const replyNoun: Noun = {
  path: '/v1/admin/saved-replies',
  to: '/admin/saved-replies',
  one: 'saved reply',
  short: 'reply',
  many: 'Saved replies',
  write: 'tickets.admin',
  title: (reply) => String(reply.title),
  fields: [
    { name: 'title', label: 'Title', kind: 'text', maxLength: 120, wide: true },
    {
      name: 'text',
      label: 'Text',
      kind: 'textarea',
      rows: 10,
      maxLength: 10_000,
      wide: true,
      hint: '{name} is replaced by the customer’s name, {number} by the ticket number.',
    },
  ],
  deleting: 'Replies that were sent stay as they are.',
};

const columns: readonly Column<RowOf<'GET /v1/admin/saved-replies'>>[] = [
  textColumn('title', 'Title', { sortable: true, editable: true }),
  dateColumn('updated_at', 'Changed', { sortable: true, hideBelow: 640 }),
];

export const meta = () => [{ title: pageTitle(replyNoun.many) }];

export default function SavedRepliesPage() {
  return (
    <NounPanelList
      of="GET /v1/admin/saved-replies"
      noun={replyNoun}
      columns={columns}
      searchLabel="Search title or text"
      empty={{
        title: 'Saved replies appear here once you write one.',
        text: 'Staff insert them when they answer a ticket.',
      }}
    />
  );
}
