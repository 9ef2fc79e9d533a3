import { consentFromCookies } from '@tuneport/domain/site/consent';
import { readCookies } from '../../../platform/storage.ts';
import { publishEvent } from '../../../shell/consent/telemetry.ts';

export type CartEvent = {
  readonly slug: string;
  readonly quantity: number;
  readonly currency: string;
  /** Decimal text: what so many of it cost. */
  readonly value: string;
};

type Trackers = Window & {
  gtag?: (...args: unknown[]) => void;
  fbq?: (...args: unknown[]) => void;
};

const pixelName = { add_to_cart: 'AddToCart', remove_from_cart: 'RemoveFromCart' } as const;

/** To our own server always; to scripts of others only while the visitor agrees, and only if they are there at all. */
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
