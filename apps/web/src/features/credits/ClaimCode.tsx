import { type CreditCodeState, creditCodeSentences } from '@tuneport/domain/credits/credit-codes';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { creditsText } from './credit-labels.ts';
import css from './credits.module.css';

/** The error code of either a server error response or the browser's `ApiError`. */
export function refusedWith(error: unknown): string | null {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown };
  return typeof code === 'string' ? code : data === undefined ? null : refusedWith(data);
}

/** Message for a refused code: by its state, or the server's message. */
export function codeSentence(error: unknown): string {
  type Refused = { current?: { state?: CreditCodeState }; extra?: Refused; data?: unknown };
  const { current, extra, data } = (error ?? {}) as Refused;
  if (data !== undefined) return codeSentence(data);
  const state = (current ?? extra?.current)?.state;
  if (state !== undefined && state !== 'open') return t(creditCodeSentences[state]);
  if (refusedWith(error) === 'not_found') return t('We don’t recognize this code. Check the spelling.');
  return (error as { message?: string } | null)?.message ?? t('This code could not be loaded. Please try again.');
}

/** Form for a code received verbally or on paper. */
export function ClaimCode({ onClaimed }: { onClaimed: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, onSubmit } = useSubmit(async () => {
    setProblem(null);
    // A code has only letters and digits; of a pasted link the last segment is used.
    const code = typed.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
    if (code === '') {
      setProblem(t('Enter the code first.'));
      return;
    }
    try {
      const { credits } = await call('POST /tune-credit-codes/:code/claim', { params: { code }, once: true });
      toast(
        t('Added to your account: {credits}.', {
          credits: credits.map(({ kind, left }) => creditsText(kind, left)).join(', '),
        }),
      );
      setTyped('');
      onClaimed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(codeSentence(error));
    }
  });
  return (
    <form method="post" className={css.claim} onSubmit={onSubmit} noValidate>
      <TextField
        label={t('Code')}
        name="code"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        hint={t('Capitals and dashes do not matter. You can also paste the whole link.')}
        {...(problem === null ? {} : { error: [problem] })}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" busy={busy}>
        {t('Claim code')}
      </Button>
    </form>
  );
}
