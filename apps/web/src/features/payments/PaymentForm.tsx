import { fromWire } from '@tuneport/domain/money/money';
import { msg, t } from '@tuneport/domain/text/text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { cachedGet, call } from '../../platform/api/browser.ts';
import { newIdempotencyKey } from '../../platform/api/call.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Checkbox, Radio } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import {
  type CardChoice,
  type CardEntry,
  createKeys,
  expiryText,
  methodName,
  type PaymentResult,
  type PaymentSettings,
  type StoredMethod,
} from './card-form.ts';
import css from './payments.module.css';
import { StripeCardFields } from './StripeCardFields.tsx';
import { TestCardFields } from './TestCardFields.tsx';

type Props = {
  /** The amount to charge, shown on the button. */
  money: { amount: string; currency: string };
  /** Sends the payment request with this idempotency key. Called again with the same card after bank authentication. */
  pay: (choice: CardChoice, idempotencyKey: string) => Promise<PaymentResult | null>;
  /** The payment succeeded; null when it was already completed (another tab, an earlier attempt). */
  onPaid: (result: PaymentResult | null) => void;
  /** Use the stored methods of this dealer. */
  dealer?: string;
  /** The verb on the button. */
  label?: string;
  disabled?: boolean;
};

type Failure = { message: string };
const newCard = 'new';

/** Select a stored card or enter one, and pay. Typed input survives a refusal; a double click pays once. */
export function PaymentForm({ money, pay, onPaid, dealer, label = t('Pay'), disabled }: Props) {
  const { settings, methods, failed } = usePaymentMethods(money.currency, dealer);
  const [chosen, setChosen] = useState<string | null>(null);
  const [keep, setKeep] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const entry = useRef<CardEntry>(null);
  const running = useRef(false);
  const keys = useRef(createKeys(newIdempotencyKey));
  const signedIn = useUi()?.user != null;

  if (failed) return <Notice tone="bad" live title={failed} />;
  if (!settings || !methods) return <Skeleton />;
  if (!settings.provider || settings.methods.length === 0)
    return (
      <Notice tone="careful" title={t('Card payments are not available at the moment.')}>
        {t('Your order is saved. Contact us and we will find another way to pay.')}
      </Notice>
    );

  const selected = chosen ?? (methods[0] ? String(methods[0].id) : newCard);

  async function choose(): Promise<CardChoice | null> {
    if (selected !== newCard) return { payment_method_id: Number(selected) };
    const made = await entry.current?.token();
    if (made && 'token' in made) return { token: made.token, keep: keep && signedIn };
    setFailure({ message: made?.problem ?? t('The card form is not ready yet. Nothing was charged.') });
    return null;
  }

  async function send(choice: CardChoice): Promise<PaymentResult | null> {
    const result = await pay(choice, keys.current.keyFor(choice));
    keys.current.answered();
    if (result?.state !== 'requires_action') return result;
    const answer = await entry.current?.answer(result.action?.client_secret ?? null, choice);
    if (answer && 'choice' in answer) return send(answer.choice);
    throw new Problem(answer?.problem ?? t('The bank could not be reached. Nothing was charged.'));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    if (running.current || disabled) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const choice = await choose();
      if (choice) onPaid(await send(choice));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_committed') onPaid(null);
      else if (error instanceof ApiError || error instanceof Problem) setFailure({ message: error.message });
      else throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  const entering = selected === newCard;
  return (
    <form method="post" className={css.form} onSubmit={submit} noValidate aria-label={t('Payment')}>
      <FormError message={failure?.message} />
      {methods.length > 0 ? (
        <fieldset className={css.methods}>
          <legend>{t('Pay with')}</legend>
          {methods.map((method) => (
            <Radio
              key={method.id}
              name="payment-method"
              label={methodName(method)}
              hint={expiryText(method)}
              checked={selected === String(method.id)}
              onChange={() => setChosen(String(method.id))}
            />
          ))}
          <Radio
            name="payment-method"
            label={t('Another card')}
            checked={entering}
            onChange={() => setChosen(newCard)}
          />
        </fieldset>
      ) : null}
      {/* Hidden, not unmounted: it also shows the bank's challenge for a stored card. */}
      <div hidden={!entering}>
        <CardFields settings={settings} money={money} entry={entry} />
        {signedIn ? (
          <Checkbox
            label={t('Save this card for next time')}
            hint={t('Stored by the payment provider; we see its brand, last four digits and expiry.')}
            checked={keep}
            onChange={(event) => setKeep(event.target.checked)}
          />
        ) : null}
      </div>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {label} <MoneyText money={money as Parameters<typeof MoneyText>[0]['money']} />
      </Button>
    </form>
  );
}

class Problem extends Error {
  override name = msg('Problem');
}

type FieldsProps = {
  settings: PaymentSettings;
  money: { amount: string; currency: string } | null;
  entry: React.RefObject<CardEntry | null>;
};

export function CardFields({ settings, money, entry }: FieldsProps) {
  if (settings.provider === 'test') return <TestCardFields ref={entry} />;
  if (settings.public_key)
    return <StripeCardFields ref={entry} publicKey={settings.public_key} money={money && fromWire(money)} />;
  return <Notice tone="careful" title={t('New cards cannot be entered here at the moment.')} />;
}

/** The available payment methods and the user's stored cards. */
export function usePaymentMethods(currency: string | undefined, dealer: string | undefined) {
  const userId = useUi()?.user?.id ?? null;
  const [settings, setSettings] = useState<PaymentSettings | null>(null);
  const [methods, setMethods] = useState<readonly StoredMethod[] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the list again
  useEffect(() => {
    let gone = false;
    const stored = userId === null ? [] : call('GET /stripe-payment-methods', { query: dealer ? { dealer } : {} });
    Promise.all([cachedGet('GET /payment-method-settings', { query: currency ? { currency } : {} }), stored]).then(
      ([known, list]) => {
        if (gone) return;
        setSettings(known);
        setMethods(list);
      },
      (error: unknown) => {
        if (!gone) setFailed(error instanceof ApiError ? error.message : t('The payment methods could not be loaded.'));
      },
    );
    return () => {
      gone = true;
    };
  }, [userId, currency, dealer, round]);
  return { settings, methods, failed, reload: () => setRound((now) => now + 1) };
}
