// The part of Stripe.js used here. It is loaded from Stripe and only if that provider is enabled: cards are typed into
// its iframe and never reach this page.

type StripeProblem = { readonly message?: string };
type StripeElement = { mount(at: HTMLElement): void; destroy(): void };
export type StripeElements = {
  create(kind: 'payment', options?: object): StripeElement;
  submit(): Promise<{ error?: StripeProblem }>;
};
export type StripeJs = {
  elements(options: object): StripeElements;
  createPaymentMethod(options: {
    elements: StripeElements;
  }): Promise<{ error?: StripeProblem; paymentMethod?: { id: string } }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeProblem }>;
};

const address = 'https://js.stripe.com/v3/';
let loading: Promise<StripeJs> | null = null;

export function loadStripe(publicKey: string): Promise<StripeJs> {
  loading ??= new Promise<StripeJs>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => {
      const make = (window as { Stripe?: (key: string) => StripeJs }).Stripe;
      if (make) resolve(make(publicKey));
      else reject(new Error('no Stripe in the script'));
    });
    script.addEventListener('error', () => reject(new Error('the script did not arrive')));
    document.head.append(script);
  }).catch((error: unknown) => {
    // The next attempt loads it again.
    loading = null;
    throw error;
  });
  return loading;
}
