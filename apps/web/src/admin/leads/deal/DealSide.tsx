import { call } from '../../../platform/api/browser.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { FileDrop } from '../../../ui/controls/FileDrop.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { RefSearchBox } from '../../../ui/form/RefPicker.tsx';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { searchOf } from '../../record/noun/noun.ts';
import { sendFile } from '../../record/send-file.ts';
import { useSavedList } from '../useSavedList.ts';
import type { Deal } from './DealPage.tsx';
import css from './deal.module.css';

type Part = { deal: Deal; onChanged: () => Promise<void> };
const base = '/admin/lead-engine';
const searchContacts = searchOf('/v1/admin/lead-engine/contacts');

export function DealPeople({ deal, onChanged }: Part) {
  const stored = deal.participants.map(({ id }) => id);
  const [ids, set] = useSavedList(stored, async (participants) => {
    try {
      await call('PATCH /v1/admin/lead-engine/deals/:id', { params: { id: deal.id }, body: { participants } });
      await onChanged();
    } catch (error) {
      toast((error as Error).message, { tone: 'bad' });
    }
  });
  return (
    <Card>
      <Stack>
        <h2>People</h2>
        <KeyValue
          rows={[
            [
              'Organization',
              deal.organization ? (
                <TextLink key="o" to={`${base}/organizations/${deal.organization.id}`}>
                  {deal.organization.name}
                </TextLink>
              ) : null,
            ],
            [
              'Contact',
              deal.contact ? (
                <TextLink key="c" to={`${base}/contacts/${deal.contact.id}`}>
                  {deal.contact.name}
                </TextLink>
              ) : null,
            ],
          ]}
        />
        <h3>Participants</h3>
        {deal.participants.map((person) => (
          <Row key={person.id} between>
            <TextLink to={`${base}/contacts/${person.id}`}>{person.name}</TextLink>
            <Button
              icon
              size="small"
              variant="ghost"
              aria-label={`Remove ${person.name}`}
              onClick={() => set(person.id, false)}
            >
              <Icon name="close" />
            </Button>
          </Row>
        ))}
        <RefSearchBox
          search={searchContacts}
          label="Add a contact"
          taken={[...ids, deal.contact?.id ?? 0]}
          onPick={({ id }) => set(id, true)}
        />
      </Stack>
    </Card>
  );
}

export function DealFiles({ deal, onChanged }: Part) {
  const remove = async (fileId: string) => {
    try {
      await call('DELETE /v1/admin/lead-engine/deals/:id/files/:fileId', { params: { id: deal.id, fileId } });
      await onChanged();
    } catch (error) {
      toast((error as Error).message, { tone: 'bad' });
    }
  };
  return (
    <Card>
      <Stack>
        <h2>Files</h2>
        <ul className={css.files}>
          {deal.files.map((file) => (
            <li key={file.id}>
              <Row between>
                <a href={`/api/v1/admin/lead-engine/deals/${deal.id}/files/${file.id}`} download={file.name}>
                  {file.name}
                </a>
                <Button
                  icon
                  size="small"
                  variant="ghost"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => void remove(file.id)}
                >
                  <Icon name="trash" />
                </Button>
              </Row>
            </li>
          ))}
        </ul>
        <FileDrop
          key={deal.files.length}
          label="Drop a file here, or choose it"
          bytesMax={25 * 1024 * 1024}
          upload={(file) => sendFile('POST /v1/admin/lead-engine/deals/:id/files', file, { params: { id: deal.id } })}
          onDone={() => void onChanged()}
        />
      </Stack>
    </Card>
  );
}
