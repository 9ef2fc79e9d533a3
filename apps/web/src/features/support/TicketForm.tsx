import type { CallReply } from '@tuneport/contract/index';
import { isTicketValid, ticketNotValidText, ticketProblems, ticketTextMax } from '@tuneport/domain/support/ticket';
import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useEffect, useState } from 'react';
import { useActionData } from 'react-router';
import type { SentForm } from '../../platform/api/form-action.ts';
import { humanProof } from '../../platform/api/human-proof.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useUser } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { SupportFiles } from './SupportFiles.tsx';
import css from './support.module.css';
import { noDraft, readDraft, type TicketDraft, writeDraft } from './ticket-draft.ts';

type TicketInput = TicketDraft & { uploads: string[]; recaptcha_token: string | undefined };
type Opened = CallReply<'POST /tickets'>;

type Props = {
  /** Initial title, such as the vehicle and its tunes. */
  title?: string;
  sendLabel: string;
  send: (input: TicketInput) => Promise<Opened>;
  onOpened: (ticket: Opened) => void;
};

const fields = ['title', 'description', 'customer_name', 'email'] as const;

/** Ticket form. Typed input is stored in this browser until it is sent. */
export function TicketForm({ title = '', sendLabel, send, onOpened }: Props) {
  const user = useUser();
  const sent = useActionData<SentForm>();
  const [draft, setDraft] = useState<TicketDraft>({ ...noDraft, title, ...sent?.values });
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);

  // The draft is only in the browser.
  useEffect(() => {
    const savedDraft = readDraft();
    setDraft((now) => ({
      title: now.title || savedDraft.title,
      description: now.description || savedDraft.description,
      customer_name: now.customer_name || savedDraft.customer_name || (user?.name ?? ''),
      email: now.email || savedDraft.email,
    }));
  }, [user?.name]);

  const change = (name: keyof TicketDraft, value: string) => {
    const next = { ...draft, [name]: value };
    setDraft(next);
    writeDraft(next);
  };
  const { busy, failure, run } = useSubmit(async () => {
    const recaptcha_token = await humanProof('ticket');
    const opened = await send({ ...draft, uploads: [...uploads], recaptcha_token });
    writeDraft({ ...noDraft, customer_name: draft.customer_name, email: draft.email });
    onOpened(opened);
  }, sent);
  const isValid = isTicketValid(draft);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isValid) void run();
  };
  const problems = tried ? ticketProblems(draft) : {};
  const { errors } = failure;
  const problemOf = (name: keyof TicketDraft) => {
    const problem = name === 'email' ? undefined : problems[name];
    return problem && t(problem);
  };
  const refused = errors.recaptcha_token?.[0] ?? errors.uploads?.[0] ?? failure.message;
  const input = (name: keyof TicketDraft) => ({
    name,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
    error: problemOf(name) ?? errors[name],
  });
  const other = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => field === name) && name.startsWith('selection'),
  );
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <FormError message={tried && !isValid ? t(ticketNotValidText) : (other[0]?.[1][0] ?? refused)} />
      <TextField label={t('Subject')} maxLength={200} required {...input('title')} />
      <Textarea
        label={t('Description')}
        rows={7}
        maxLength={ticketTextMax}
        required
        hint={t('Vehicle, tool and what you see. Include error codes if you have them.')}
        {...input('description')}
      />
      <TextField label={t('Your name')} autoComplete="name" maxLength={120} required {...input('customer_name')} />
      <TextField
        label={t('E-mail')}
        type="email"
        autoComplete="email"
        optional
        hint={
          user
            ? t('Leave blank to use your account’s address.')
            : t('For replies. Without one, follow your ticket with the link you get after sending.')
        }
        {...input('email')}
      />
      <SupportFiles onChange={setUploads} />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {sendLabel}
        </Button>
      </div>
    </form>
  );
}
