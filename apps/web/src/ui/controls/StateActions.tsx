import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { errorText } from '../feedback/error-text.ts';
import { toast } from '../feedback/toast-store.ts';
import { Row } from '../layout/Layout.tsx';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import { Button } from './Button.tsx';

export type StateStep<Verb extends string = string> = {
  verb: Verb;
  /** Verb and object: "Cancel order". */
  label: string;
  danger?: boolean;
  /** Asks for confirmation with this text. */
  confirm?: string;
  reason?: { label: string; required?: boolean };
};

type Props<Verb extends string> = {
  steps: readonly StateStep<Verb>[];
  /** The server's decision on what this user may do to this record now; actions not listed are not offered. */
  can: Readonly<Partial<Record<Verb, boolean>>>;
  run: (verb: Verb, reason: string) => Promise<void>;
  /** The main step of this view is highlighted. */
  main?: Verb;
};

/** Buttons for the actions the server allows; the page never derives permissions itself. */
export function StateActions<Verb extends string>({ steps, can, run, main }: Props<Verb>) {
  const [asking, setAsking] = useState<StateStep<Verb> | null>(null);
  const [busy, setBusy] = useState<Verb | null>(null);
  const allowed = steps.filter((step) => can[step.verb] === true);
  const start = async (step: StateStep<Verb>) => {
    if (step.confirm || step.reason || step.danger) {
      setAsking(step);
      return;
    }
    setBusy(step.verb);
    try {
      await run(step.verb, '');
    } catch (error) {
      toast(errorText(error, t('Something went wrong. Nothing was changed.')), { tone: 'bad' });
    } finally {
      setBusy(null);
    }
  };
  if (allowed.length === 0) return null;
  return (
    <Row>
      {allowed.map((step) => (
        <Button
          key={step.verb}
          variant={step.verb === main ? 'primary' : step.danger ? 'danger' : 'quiet'}
          busy={busy === step.verb}
          disabled={busy !== null && busy !== step.verb}
          onClick={() => void start(step)}
        >
          {t(step.label)}
        </Button>
      ))}
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={`${t(asking.label)}?`}
          confirmLabel={t(asking.label)}
          danger={asking.danger}
          reason={asking.reason && { ...asking.reason, label: t(asking.reason.label) }}
          onConfirm={(reason) => run(asking.verb, reason)}
        >
          {asking.confirm && t(asking.confirm)}
        </ConfirmDialog>
      ) : null}
    </Row>
  );
}
