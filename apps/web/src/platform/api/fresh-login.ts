import { ApiError } from './api-error.ts';

let ask: (() => Promise<boolean>) | null = null;

/** Registers the dialog of the open account page. Returns a function that unregisters it. */
export function answerFreshLogin(answer: () => Promise<boolean>): () => void {
  ask = answer;
  return () => {
    if (ask === answer) ask = null;
  };
}

/**
 * Runs calls that need a fresh login. When one is refused for the lack of it, the owner is asked to prove who they are and the work
 * runs again; what was typed stays in its form meanwhile.
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

/** Notifies the page that sent the visitor to the provider in another tab. */
export const reauthenticatedChannel = 'tuneport-reauthenticated';
