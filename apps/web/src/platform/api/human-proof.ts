import { call } from './browser.ts';

type Guard = { ready(then: () => void): void; execute(key: string, input: { action: string }): Promise<string> };
type GuardedWindow = Window & { grecaptcha?: Guard };

/** A reCAPTCHA token for one action, or undefined if reCAPTCHA is off. */
export async function humanProof(action: string): Promise<string | undefined> {
  const { enabled, site_key, script_url } = await call('GET /recaptcha-settings');
  if (!enabled || site_key === null || script_url === null) return undefined;
  try {
    const guard = await loaded(script_url);
    await new Promise<void>((then) => guard.ready(then));
    return await guard.execute(site_key, { action });
  } catch {
    // The server reports the missing token.
    return undefined;
  }
}

let loading: Promise<Guard> | null = null;

function loaded(source: string): Promise<Guard> {
  loading ??= new Promise<Guard>((done, fail) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => {
      const { grecaptcha } = window as GuardedWindow;
      if (grecaptcha) done(grecaptcha);
      else fail(new Error('reCAPTCHA did not start'));
    };
    script.onerror = () => {
      loading = null;
      fail(new Error('reCAPTCHA could not be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}
