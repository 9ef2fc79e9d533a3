type Thrown = {
  status?: unknown;
  message?: unknown;
  data?: { message?: string } | null;
  init?: { status?: number } | null;
};

/** Status and message of a refused call: the browser's `ApiError`, or what a loader throws on the server. */
export function refusalOf(error: unknown): { readonly status: number; readonly message: string } | null {
  const { status, message, data, init } = (error ?? {}) as Thrown;
  if (typeof status === 'number') return { status, message: typeof message === 'string' ? message : '' };
  return typeof init?.status === 'number' ? { status: init.status, message: data?.message ?? '' } : null;
}
