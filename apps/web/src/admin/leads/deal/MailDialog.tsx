import type { CallReply } from '@tuneport/contract/index';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { fillFields, type MailField, mailRecipientsMax } from '@tuneport/domain/leads/mail-fields';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FieldGroup } from '../../../ui/form/FieldGroup.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { customMailValues, noCustomFields, readCustomFields } from '../fields/custom-fields.ts';
import type { Deal } from './DealPage.tsx';

type Recipient = CallReply<'GET /v1/admin/lead-engine/deals/:id/recipients'>[number];
type Template = CallReply<'GET /v1/admin/lead-engine/mail-templates'>['data'][number];
type Props = { deal: Deal; onClose: () => void; onSent: () => Promise<void> };

/** Writes to a person of the deal, from a template or from scratch. */
export function MailDialog({ deal, onClose, onSent }: Props) {
  const form = useId();
  const me = useUser()?.name ?? '';
  const [people, setPeople] = useState<readonly Recipient[] | null>(null);
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  const [to, setTo] = useState('');
  const [cc, setCc] = useState<readonly string[]>([]);
  const [fields, setFields] = useState(noCustomFields);
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [fileId, setFileId] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    Promise.all([
      call('GET /v1/admin/lead-engine/deals/:id/recipients', { params: { id: deal.id } }),
      call('GET /v1/admin/lead-engine/mail-templates', { query: { per_page: 100 } }),
      readCustomFields(),
    ]).then(
      ([found, { data }, custom]) => {
        if (gone) return;
        setFields(custom);
        setPeople(found);
        setTemplates(data);
        setTo(addressesOf(found)[0]?.value ?? '');
      },
      (error: Error) => gone || setProblem(error.message),
    );
    return () => {
      gone = true;
    };
  }, [deal.id]);
  const [contactId, address] = to.split(' ');
  const person = people?.find(({ id }) => String(id) === contactId);
  const values: Readonly<Record<MailField, string>> & Readonly<Record<string, string>> = {
    contact: person?.name ?? '',
    firstName: person?.name.split(' ')[0] ?? '',
    organization: deal.organization?.name ?? '',
    deal: deal.title,
    value: `${amountText(deal.value.amount)} ${deal.value.currency}`,
    owner: me,
    ...customMailValues('deal', fields.deal, deal.custom),
    ...customMailValues('contact', fields.contact, person?.custom),
  };
  const copied = cc.filter((one) => one !== to);
  const choose = (id: string) => {
    const template = templates.find((one) => String(one.id) === id);
    if (!template) return;
    setSubject(fillFields(template.subject, values));
    setText(fillFields(template.text, values));
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !person || !address) return;
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      await call('POST /v1/admin/lead-engine/deals/:id/mails', {
        params: { id: deal.id },
        body: {
          contactId: person.id,
          to: address,
          cc: copied.map(recipientOf),
          subject,
          text,
          ...(fileId ? { fileId } : {}),
        },
        once: true,
      });
      toast(copied.length > 0 ? `E-mail to ${copied.length + 1} people queued.` : `E-mail to ${person.name} queued.`);
      onClose();
      await onSent();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.kind === 'field_errors') setErrors(error.errors);
      else setProblem((error as Error).message);
    }
  };
  const addresses = addressesOf(people ?? []);
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      locked={busy}
      title="Send e-mail"
      foot={
        <Button type="submit" form={form} variant="primary" busy={busy} disabled={addresses.length === 0}>
          Send e-mail
        </Button>
      }
    >
      <form id={form} onSubmit={send} noValidate>
        <Stack>
          {problem ? (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          ) : null}
          {people === null && !problem ? <Skeleton lines={5} label="Loading the recipients" /> : null}
          {people && addresses.length === 0 ? (
            <Notice tone="careful">
              No one on this deal has an e-mail address we may use. Add one to a contact or participant.
            </Notice>
          ) : null}
          {addresses.length > 0 ? (
            <>
              <NativeSelect
                label="To"
                options={addresses}
                value={to}
                error={errors.to ?? errors.contactId}
                onChange={(event) => setTo(event.currentTarget.value)}
              />
              {addresses.length > 1 ? (
                <FieldGroup
                  label="Cc"
                  hint="Everyone sees all recipients. Each gets their own unsubscribe link."
                  error={errors.cc}
                >
                  {addresses
                    .filter(({ value }) => value !== to)
                    .map(({ value, label }) => (
                      <Checkbox
                        key={value}
                        label={label}
                        disabled={busy || (!copied.includes(value) && copied.length >= mailRecipientsMax - 1)}
                        checked={copied.includes(value)}
                        onChange={(event) =>
                          setCc(
                            event.currentTarget.checked ? [...copied, value] : copied.filter((one) => one !== value),
                          )
                        }
                      />
                    ))}
                </FieldGroup>
              ) : null}
              {templates.length > 0 ? (
                <NativeSelect
                  label="Template"
                  placeholder="No template"
                  options={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
                  defaultValue=""
                  onChange={(event) => choose(event.currentTarget.value)}
                />
              ) : (
                <p>
                  <TextLink to="/admin/lead-engine/templates">Add templates</TextLink> for e-mails you send often.
                </p>
              )}
              <TextField
                label="Subject"
                value={subject}
                maxLength={leadLimits.subject}
                error={errors.subject}
                onChange={(event) => setSubject(event.currentTarget.value)}
              />
              <Textarea
                label="Text"
                rows={10}
                maxLength={leadLimits.note}
                value={text}
                error={errors.text}
                hint="Includes an unsubscribe link. Replies appear in the timeline if your site receives mail; otherwise add them as notes."
                onChange={(event) => setText(event.currentTarget.value)}
              />
              {deal.files.length > 0 ? (
                <NativeSelect
                  label="Attachment"
                  placeholder="None"
                  hint="Files of this deal, up to 10 MB"
                  options={deal.files.map(({ id, name }) => ({ value: id, label: name }))}
                  value={fileId}
                  error={errors.fileId}
                  onChange={(event) => setFileId(event.currentTarget.value)}
                />
              ) : null}
            </>
          ) : null}
        </Stack>
      </form>
    </Dialog>
  );
}

const recipientOf = (value: string) => {
  const [contactId, to = ''] = value.split(' ');
  return { contactId: Number(contactId), to };
};

const addressesOf = (people: readonly Recipient[]) =>
  people
    .filter(({ consent }) => consent !== 'withdrawn')
    .flatMap(({ id, name, emails }) =>
      emails.map((email) => ({ value: `${id} ${email}`, label: `${name} <${email}>` })),
    );
