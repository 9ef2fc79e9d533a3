import type { CallReply } from '@tuneport/contract/index';
import { type FormEvent, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { grantOrRequest } from '../ledger/approvals/request-approval.ts';
import { causeLabels } from './rescue-labels.ts';
import css from './support-admin.module.css';
import { useAttempt } from './use-attempt.ts';

export type Rescue = CallReply<'GET /v1/admin/rescue-sessions/:id'>;
/** What the events of a rescue take. */
export type RescueInput = {
  text?: string;
  assignee?: number;
  cause?: keyof typeof causeLabels;
  goodwill?: { amount: string; currency: string };
};
type Person = { id: number; name: string };

/** Gives the rescue to a colleague; the customer sees who is with them. */
export function HandOver({ rescue, onGive }: { rescue: Rescue; onGive: (assignee: number) => Promise<void> }) {
  const { busy, problem, attempt } = useAttempt();
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  if (rescue.state !== 'active' && rescue.state !== 'waiting_customer') return null;
  return (
    <Card className={css.form}>
      <h2>Assignee</h2>
      <FormError message={problem} />
      <p>{rescue.assignee?.name}</p>
      {people === null ? (
        <div>
          <Button
            busy={busy}
            onClick={() => void attempt(async () => setPeople(await call('GET /v1/admin/rescue-staff')))}
          >
            Hand over
          </Button>
        </div>
      ) : (
        <NativeSelect
          label="Hand over to"
          placeholder="Choose a colleague"
          options={people
            .filter(({ id }) => id !== rescue.assignee?.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value=""
          disabled={busy}
          onChange={(event) => {
            const to = Number(event.currentTarget.value);
            void attempt(async () => {
              await onGive(to);
              setPeople(null);
            });
          }}
        />
      )}
    </Card>
  );
}

/** The answer of a customer who calls instead of writing. */
export function PhonedAnswer({ onAnswer }: { onAnswer: (text: string) => Promise<void> }) {
  const { busy, problem, attempt } = useAttempt();
  const [text, setText] = useState('');
  return (
    <Card>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() => onAnswer(text));
        }}
      >
        <h2>Answer by phone</h2>
        <FormError message={problem} />
        <Textarea
          label="What the customer said"
          rows={3}
          value={text}
          hint="The customer sees it as their answer to the last step."
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" busy={busy}>
            Save answer
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** The next step, which the customer reads at the car. */
export function AskStep({ onAsk }: { onAsk: (text: string) => Promise<void> }) {
  const { busy, problem, attempt } = useAttempt();
  const [text, setText] = useState('');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void attempt(() => onAsk(text));
  };
  return (
    <Card>
      <form className={css.form} onSubmit={ask}>
        <h2>Next step</h2>
        <FormError message={problem} />
        <Textarea
          label="What to do"
          rows={4}
          value={text}
          hint="One step at a time. The customer reads it at the car."
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Send step
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Ends the rescue with its cause and, if the cause is ours, goodwill. */
export function SetCause({ rescue, onSet }: { rescue: Rescue; onSet: (body: RescueInput) => Promise<void> }) {
  const currencies = useUi()?.settings.currencies ?? ['CAD'];
  const { busy, problem, attempt } = useAttempt();
  const [cause, setCause] = useState<keyof typeof causeLabels>('unknown');
  const ours = cause === 'file' || cause === 'tool';
  const set = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const field = (name: string) => String(data.get(name) ?? '').trim();
    const amount = field('amount');
    const goodwill: Pick<RescueInput, 'goodwill'> =
      amount === '' ? {} : { goodwill: { amount, currency: field('currency') } };
    const finish = (more: Pick<RescueInput, 'goodwill'>) => onSet({ cause, text: field('text'), ...more });
    void attempt(async () => {
      if (goodwill.goodwill === undefined) return finish({});
      const reason = field('text') === '' ? causeLabels[cause] : field('text');
      const request = { kind: 'goodwill', rescue: rescue.id, ...goodwill.goodwill, reason } as const;
      const done = await grantOrRequest(() => finish(goodwill).then(() => true), request);
      // Ends the rescue now; the goodwill is granted when it is approved.
      if (!done) await finish({});
    });
  };
  return (
    <Card>
      <form className={css.form} onSubmit={set}>
        <h2>Cause</h2>
        <FormError message={problem} />
        <NativeSelect
          label="Cause"
          options={Object.entries(causeLabels).map(([value, label]) => ({ value, label }))}
          value={cause}
          onChange={(event) => setCause(event.currentTarget.value as typeof cause)}
        />
        <TextField label="Explanation" name="text" optional maxLength={500} />
        {ours && rescue.may_grant_goodwill ? (
          <div className={css.inline}>
            <TextField label="Goodwill" name="amount" inputMode="decimal" optional hint="Credited to their account." />
            <NativeSelect
              label="Currency"
              name="currency"
              options={currencies.map((currency) => ({ value: currency, label: currency }))}
            />
          </div>
        ) : null}
        <div>
          <Button type="submit" busy={busy}>
            Finish rescue
          </Button>
        </div>
      </form>
    </Card>
  );
}
