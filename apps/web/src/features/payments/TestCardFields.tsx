import { groupedNumber, testCardOf, testCards } from '@tuneport/domain/payments/test-cards';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { CardEntry } from './card-form.ts';
import css from './payments.module.css';

type Verdict = 'test_3d_approved' | 'test_3d_refused' | null;

/** Cards of the built-in provider. The number is looked up here and stays here; what leaves is the token beside it in the list. */
export function TestCardFields({ ref }: { ref: Ref<CardEntry> }) {
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const answered = useRef<(verdict: Verdict) => void>(() => {});
  const answer = (verdict: Verdict) => {
    setAsking(false);
    answered.current(verdict);
  };

  useImperativeHandle(ref, () => ({
    async token() {
      const card = testCardOf(number);
      setProblem(card ? null : 'Only the test numbers of the list work here. Choose one of them.');
      return card ? { token: card.token } : { problem: 'No card was chosen. Nothing was charged.' };
    },
    async answer(_secret, choice) {
      setAsking(true);
      const verdict = await new Promise<Verdict>((resolve) => {
        answered.current = resolve;
      });
      if (!verdict) return { problem: 'The confirmation was closed. Nothing was charged.' };
      return { choice: { token: verdict, keep: 'keep' in choice && choice.keep } };
    },
  }));

  return (
    <div className={css.entry}>
      <TextField
        label="Test card number"
        hint="This site takes test cards. No real card is asked for and nobody is charged."
        inputMode="numeric"
        autoComplete="off"
        maxLength={23}
        value={number}
        error={problem ?? undefined}
        onChange={(event) => {
          setNumber(event.target.value);
          setProblem(null);
        }}
      />
      <details className={css.numbers}>
        <summary>Test numbers</summary>
        <ul>
          {testCards.map((card) => (
            <li key={card.number}>
              <Button
                variant="link"
                onClick={() => {
                  setNumber(groupedNumber(card.number));
                  setProblem(null);
                }}
              >
                {groupedNumber(card.number)}
              </Button>
              <span className={css.what}>{card.what}</span>
            </li>
          ))}
        </ul>
      </details>
      <Dialog
        open={asking}
        onClose={() => answer(null)}
        title="Your bank asks"
        foot={
          <>
            <Button onClick={() => answer('test_3d_refused')}>Refuse</Button>
            <Button variant="primary" onClick={() => answer('test_3d_approved')}>
              Approve the payment
            </Button>
          </>
        }
      >
        <p>A real bank would send a message to your phone now. Here you decide yourself.</p>
      </Dialog>
    </div>
  );
}
