import type { CallReply } from '@tuneport/contract/index';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { kindName } from '../../ledger/ledger-labels.ts';
import { subjectPage, subjectTitle } from '../../record/subject.ts';
import { TableSection } from '../../TableSection.tsx';
import css from './value-transfers.module.css';

type Posting = CallReply<'GET /v1/admin/instatune-value-transfers/:id'>['postings'][number];

/** Ledger transfers with their debits and credits. */
export function PostingsTable({
  title,
  postings,
  none,
}: {
  title: string;
  postings: readonly Posting[];
  none: string;
}) {
  return (
    <TableSection title={title} none={postings.length === 0 ? none : null}>
      <div className={css.scroll}>
        <table className={css.postings}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Owner</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          {postings.map((posting) => (
            <tbody key={posting.id}>
              <tr>
                <th scope="rowgroup" colSpan={4}>
                  {kindName(posting.kind)} <Subject subject={posting.subject} />
                </th>
              </tr>
              {posting.legs.map((leg, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: legs have no identity and never change
                <tr key={at}>
                  <td>{leg.label}</td>
                  <td>{leg.owner_name}</td>
                  <td>{leg.debit ? <MoneyText money={leg.debit} /> : null}</td>
                  <td>{leg.credit ? <MoneyText money={leg.credit} /> : null}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </TableSection>
  );
}

function Subject({ subject }: { subject: string }) {
  const to = subjectPage(subject);
  return to ? (
    <TextLink to={to} discover="none">
      {subjectTitle(subject)}
    </TextLink>
  ) : (
    subjectTitle(subject)
  );
}
