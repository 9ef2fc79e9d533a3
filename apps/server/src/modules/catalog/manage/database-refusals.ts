import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import type { Hanging, Kind } from './kind.ts';

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/**
 * The database enforces uniqueness and references, also under concurrent saves. Its constraint errors are mapped to
 * field errors here.
 */
export async function refusedByDatabase<K extends RecordKindName, T>(kind: Kind<K>, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    const known = kind.constraints[constraint];
    if (known && (code === uniqueViolation || code === foreignKeyViolation))
      throw fieldRefusal({ [known[0]]: [known[1]] });
    if (code === foreignKeyViolation)
      throw new Refusal('conflict', { message: `Something else still uses ${kind.noun.replace(/^an? /, 'this ')}.` });
    throw error;
  }
}

/** Error message that counts the dependent records, for example "3 models and 1 guide". */
export function hangingText(hanging: readonly Hanging[]): string {
  const parts = hanging.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  const last = parts.pop();
  const list = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  const single = hanging.length === 1 && hanging[0]?.count === 1;
  return `${list} still ${single ? 'hangs' : 'hang'} on this. Move or delete ${single ? 'it' : 'them'} first.`;
}
