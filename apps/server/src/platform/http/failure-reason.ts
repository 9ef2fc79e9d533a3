import { cutPathsInText } from '@tuneport/domain/site/secret-paths';
import type { FastifyRequest } from 'fastify';

/** Errors of failed requests, to log why clients had to retry. */
const failures = new WeakMap<FastifyRequest, unknown>();

export const recordFailure = (request: FastifyRequest, error: unknown): void => void failures.set(request, error);

/** The innermost error, shortened. */
export function failureReason(request: FastifyRequest): string | undefined {
  const error = failures.get(request);
  if (!(error instanceof Error)) return undefined;
  let innermost: unknown = error;
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause;
  const { code, message } = innermost as { code?: unknown; message?: unknown };
  return cutPathsInText(`${code ?? ''} ${message ?? ''}`.trim().slice(0, 200));
}
