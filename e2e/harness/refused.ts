import { expect } from 'vitest';
import type { Visit } from './visit.ts';

/** The page is not for this visit: it answers 403 or 404, whatever it shows. */
export async function expectRefused(visit: Visit, path: string): Promise<void> {
  visit.allow(/status of 40[34]/);
  const response = await visit.page.goto(path);
  expect([403, 404], path).toContain(response?.status());
}
