import { readStored, writeStored } from '../../../platform/storage.ts';

const key = 'tuneport.tools';
const toolsMax = 40;

/** Tool ids; any other stored value is dropped. */
export const asToolIds = (stored: unknown): readonly number[] =>
  Array.isArray(stored)
    ? stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647).slice(0, toolsMax)
    : [];

/** The tools the visitor owns, stored in the browser. */
export const readOwnTools = (): readonly number[] => asToolIds(readStored(key));
export const writeOwnTools = (ids: readonly number[]): void => writeStored(key, ids);
