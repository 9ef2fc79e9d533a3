import { type CreditCodeState, creditCodeSentences } from '@tuneport/domain/credits/credit-codes';
import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from './credits.module.css';

/** The server's refusal as a page and the browser's ApiError carry their code, each in its own place. */
export function refusedWith(error: unknown): string | null {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown };
  return typeof code === 'string' ? code : data === undefined ? null : refusedWith(data);
}

/** What a refused code is told as: its state in words, or the server's own sentence. */
export function codeSentence(error: unknown): string {
  type Refused = { current?: { state?: CreditCodeState }; extra?: Refused; data?: unknown };
  const { current, extra, data } = (error ?? {}) as Refused;
  if (data !== undefined) return codeSentence(data);
  const state = (current ?? extra?.current)?.state;
  if (state !== undefined && state !== 'open') return creditCodeSentences[state];
  if (refusedWith(error) === 'not_found') return 'This code is not known. Check how it is written.';
  return (error as { message?: string } | null)?.message ?? 'This code could not be read. Please try again.';
}

/** For a code somebody was told or got on paper. */
export function ClaimCode({ onClaimed }: { onClaimed: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, onSubmit } = useSubmit(async () => {
    setProblem(null);
    // A code has only letters and digits; a pasted link is read by its last part.
    const code = typed.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
    if (code === '') {
      setProblem('Enter the code first.');
      return;
    }
    try {
      const { credits } = await call('POST /tune-credit-codes/:code/claim', { params: { code }, once: true });
      toast(`${credits.map(({ kind, left }) => creditsLabel(kind, left)).join(', ')}: now yours.`);
      setTyped('');
      onClaimed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(codeSentence(error));
    }
  });
  return (
    <form className={css.claim} onSubmit={onSubmit} noValidate>
      <TextField
        label="Code"
        name="code"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        hint="Capitals and dashes do not matter. A whole link works too."
        {...(problem === null ? {} : { error: [problem] })}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" busy={busy}>
        Claim the code
      </Button>
    </form>
  );
}
