import { groupedNumber, testCardOf, testCards } from '@tuneport/domain/payments/test-cards';
import { t } from '@tuneport/domain/text/text';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { CardEntry } from './card-form.ts';
import css from './payments.module.css';

type Verdict = 'test_3d_approved' | 'test_3d_refused' | null;

/**
 * Cards of the built-in test provider. The number is looked up locally and never sent; only the corresponding token is.
 */
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
      setProblem(card ? null : t('Only the listed test numbers work here. Choose one of them.'));
      return card ? { token: card.token } : { problem: t('Enter a card number. You have not been charged.') };
    },
    async answer(_secret, choice) {
      setAsking(true);
      const verdict = await new Promise<Verdict>((resolve) => {
        answered.current = resolve;
      });
      if (!verdict) return { problem: t('The confirmation was closed. Nothing was charged.') };
      return { choice: { token: verdict, keep: 'keep' in choice && choice.keep } };
    },
  }));

  return (
    <div className={css.entry}>
      <TextField
        label={t('Test card number')}
        hint={t('This site uses test cards. No real card is needed and no one is charged.')}
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
        <summary>{t('Test numbers')}</summary>
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
        title={t('Bank confirmation')}
        foot={
          <>
            <Button onClick={() => answer('test_3d_refused')}>{t('Refuse')}</Button>
            <Button variant="primary" onClick={() => answer('test_3d_approved')}>
              {t('Approve payment')}
            </Button>
          </>
        }
      >
        <p>{t('A real bank would now send a message to your phone. Here, you decide.')}</p>
      </Dialog>
    </div>
  );
}
