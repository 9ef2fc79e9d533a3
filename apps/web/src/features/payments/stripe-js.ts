// The little of Stripe.js that is used here. It comes from Stripe's own address, and only where that provider is on: cards are typed
// into its frame and never touch this page.

type StripeProblem = { readonly message?: string };
export type StripeElement = { mount(at: HTMLElement): void; destroy(): void };
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
    // The next try asks again.
    loading = null;
    throw error;
  });
  return loading;
}
