import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { NounForm } from '../../record/noun/NounForm.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { useChoices } from '../useChoices.ts';
import { contactNoun, contactValues } from './contact-noun.ts';

export const meta = () => [{ title: pageTitle('New contact') }];

export default function AddContactPage() {
  const choices = useChoices();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  if (!choices) return <RecordLoading label="Loading the form" />;
  const organization = params.get('organization');
  return (
    <RecordFrame crumbs={[{ label: 'Contacts', to: '/admin/lead-engine/contacts' }]} title="New contact">
      <Card>
        <NounForm
          noun={contactNoun(choices.owners, choices.fields.contact)}
          record={null}
          read={contactValues}
          given={organization ? { organization } : {}}
          onSaved={({ id }) => {
            void warnOfDuplicates(id);
            void navigate(`/admin/lead-engine/contacts/${id}`);
          }}
        />
      </Card>
    </RecordFrame>
  );
}

/** Says that a new contact may exist already; its page offers to merge them. */
async function warnOfDuplicates(id: number): Promise<void> {
  const found = await call('GET /v1/admin/lead-engine/contacts/:id/duplicates', { params: { id } }).catch(() => []);
  const [first] = found;
  if (first) toast(`This contact may already exist. ${first.because}: ${first.name}.`, { tone: 'careful' });
}
