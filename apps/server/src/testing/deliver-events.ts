import { type StripeSetup, webhookSecret } from './money/payments.ts';

type StripeEvent = StripeSetup['stripe']['events'][number];

/** Posts events as the provider would; returns the statuses. */
export async function deliverEvents(
  { server, stripe }: Pick<StripeSetup, 'server' | 'stripe'>,
  events: readonly StripeEvent[],
) {
  const statuses: number[] = [];
  for (const event of events) {
    const { bytes, signature } = stripe.signed(event, webhookSecret);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const reply = await server.app.inject({ method: 'POST', url: '/api/payment-events', payload: bytes, headers });
    statuses.push(reply.statusCode);
  }
  return statuses;
}
