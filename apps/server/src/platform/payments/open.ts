import type { PaymentConfig } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { PaymentProvider } from './provider.ts';
import { openStripe } from './stripe.ts';
import { openTestProvider } from './test-provider.ts';

/** null: this site accepts no cards. */
export function openPaymentProvider(config: PaymentConfig, db: Db): PaymentProvider | null {
  switch (config.provider) {
    case 'stripe':
      return openStripe(config);
    case 'test':
      return openTestProvider(db);
    case 'off':
      return null;
  }
}
