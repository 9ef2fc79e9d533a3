import { msg, t } from '@tuneport/domain/text/text';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import type { CardEntry } from './card-form.ts';
import css from './payments.module.css';
import { loadStripe, type StripeElements, type StripeJs } from './stripe-js.ts';

type Props = { ref: Ref<CardEntry>; publicKey: string; money: { amountMinor: bigint; currency: string } | null };

const notLoaded = msg('The card form did not load. Nothing was charged; reload the page and try again.');

/** Stripe Elements, inside Stripe's iframe. */
export function StripeCardFields({ ref, publicKey, money }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<{ stripe: StripeJs; elements: StripeElements } | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const currency = money?.currency.toLowerCase() ?? null;
  const amount = money ? Number(money.amountMinor) : null;

  useEffect(() => {
    let gone = false;
    let remove = () => {};
    loadStripe(publicKey).then(
      (stripe) => {
        if (gone || !place.current) return;
        const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
        const elements = stripe.elements({
          ...(currency && amount ? { mode: 'payment', amount, currency } : { mode: 'setup', currency: 'usd' }),
          paymentMethodCreation: 'manual',
          paymentMethodTypes: ['card'],
          appearance: { theme: dark ? 'night' : 'stripe' },
        });
        const element = elements.create('payment');
        element.mount(place.current);
        form.current = { stripe, elements };
        remove = () => element.destroy();
        setState('ready');
      },
      () => setState('failed'),
    );
    return () => {
      gone = true;
      form.current = null;
      remove();
    };
  }, [publicKey, currency, amount]);

  useImperativeHandle(ref, () => ({
    async token() {
      if (!form.current) return { problem: t(notLoaded) };
      const { stripe, elements } = form.current;
      const checked = await elements.submit();
      if (checked.error) return { problem: checked.error.message ?? t('Some card fields need your attention.') };
      const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
      return paymentMethod
        ? { token: paymentMethod.id }
        : { problem: error?.message ?? t('The card could not be read. Nothing was charged.') };
    },
    async answer(clientSecret, choice) {
      const stripe = form.current?.stripe ?? (await loadStripe(publicKey));
      if (!clientSecret) return { problem: t(notLoaded) };
      // The server reads the result of the authentication; the browser only waits for its end.
      await stripe.handleNextAction({ clientSecret });
      return { choice };
    },
  }));

  return (
    <div className={css.entry}>
      <div ref={place} className={css.frame} />
      {state === 'loading' ? <Skeleton /> : null}
      {state === 'failed' ? <p role="alert">{t(notLoaded)}</p> : null}
    </div>
  );
}
