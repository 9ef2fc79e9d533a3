import { ApiError } from './api-error.ts';
import { call } from './browser.ts';

let ask: (() => Promise<boolean>) | null = null;

/** Registers the dialog of the open account page. Returns a function that unregisters it. */
export function answerFreshLogin(answer: () => Promise<boolean>): () => void {
  ask = answer;
  return () => {
    if (ask === answer) ask = null;
  };
}

/**
 * Runs calls that need a fresh login. If one is refused for lack of it, asks the user to re-authenticate and runs them
 * again; the form keeps its input.
 */
export async function withFreshLogin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === 'fresh_login_required';
    if (!isMissing || !ask || !(await ask())) throw error;
    return work();
  }
}

/** For a download, which cannot be repeated by the page: asks first. Returns whether the login is fresh now. */
export async function ensureFreshLogin(): Promise<boolean> {
  const { fresh } = await call('GET /auth/reauthentication');
  return fresh || (ask !== null && (await ask()));
}

/** Notifies the page that sent the visitor to the provider in another tab. */
export const reauthenticatedChannel = 'tuneport-reauthenticated';
