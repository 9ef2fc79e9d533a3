import { consentFromCookies } from '@tuneport/domain/site/consent';
import { readCookies } from '../../../platform/storage.ts';
import { publishEvent } from '../../../shell/consent/telemetry.ts';

type CartEvent = {
  readonly slug: string;
  readonly quantity: number;
  readonly currency: string;
  /** Price of the given quantity as decimal text. */
  readonly value: string;
};

type Trackers = Window & {
  gtag?: (...args: unknown[]) => void;
  fbq?: (...args: unknown[]) => void;
};

const pixelName = { add_to_cart: 'AddToCart', remove_from_cart: 'RemoveFromCart' } as const;

/** Always sent to our own server; to third-party scripts only with consent and if they are loaded. */
export function sendCartEvent(name: 'add_to_cart' | 'remove_from_cart', event: CartEvent): void {
  publishEvent(name, { ...event });
  const consent = consentFromCookies(readCookies());
  const view = window as Trackers;
  const item = { item_id: event.slug, quantity: event.quantity };
  if (consent.googleAnalytics)
    view.gtag?.('event', name, { currency: event.currency, value: event.value, items: [item] });
  if (consent.facebookPixel)
    view.fbq?.(name === 'add_to_cart' ? 'track' : 'trackCustom', pixelName[name], {
      content_ids: [event.slug],
      currency: event.currency,
      value: event.value,
    });
}
