import { takeTag } from '@tuneport/domain/site/tag';
import { readStored, writeStored } from '../../platform/storage.ts';

const tagsKey = 'tuneport.tags';
const tagsMax = 50;

/** The URL without its tag, and the tag if this browser has not recorded it yet. */
export function newTag(address: string): { address: string; tag: string | null } {
  const taken = takeTag(address);
  if (taken.tag === null) return taken;
  const stored = readStored(tagsKey);
  const known = Array.isArray(stored) ? stored : [];
  if (known.includes(taken.tag)) return { address: taken.address, tag: null };
  writeStored(tagsKey, [...known, taken.tag].slice(-tagsMax));
  return taken;
}
