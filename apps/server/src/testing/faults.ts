import { Readable } from 'node:stream';
import type { KyselyPlugin, QueryId } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { DraftWriter } from '../platform/files/drafts.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * `error`: the step fails. `lost-answer`: the step happens, but the connection breaks before the response. `killed`:
 * the process dies before the step, so none of its later steps happen.
 */
export type FaultKind = 'error' | 'lost-answer' | 'killed';
export type Fault = { readonly step: number; readonly kind: FaultKind };

class InjectedFault extends Error {
  override name = 'InjectedFault';
}

type Faulty = { readonly platform: Platform; readonly steps: () => number };

/** The real platform with one failing step (a statement, a transaction or a file store operation). */
export function withFault(platform: Platform, fault?: Fault): Faulty {
  let steps = 0;
  let isDead = false;
  /** True if the response of this step is to be lost. */
  const enter = (): boolean => {
    if (isDead) throw new InjectedFault('The process is dead.');
    steps += 1;
    if (steps !== fault?.step) return false;
    if (fault.kind === 'lost-answer') return true;
    isDead = fault.kind === 'killed';
    throw new InjectedFault(`Step ${steps} failed.`);
  };
  const through = async <T>(operation: () => Promise<T>): Promise<T> => {
    const isLost = enter();
    const result = await operation();
    if (isLost && result instanceof Readable) result.destroy();
    if (isLost) throw new InjectedFault(`The answer of step ${fault?.step} was lost.`);
    return result;
  };
  return {
    platform: { ...platform, db: faultyDb(platform.db, enter, through), files: faultyFiles(platform.files, through) },
    steps: () => steps,
  };
}

type Through = <T>(operation: () => Promise<T>) => Promise<T>;

function faultyDb(db: Db, enter: () => boolean, through: Through): Db {
  const lost = new WeakSet<QueryId>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (enter()) lost.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (lost.has(queryId)) throw new InjectedFault('The answer of a statement was lost.');
      return result;
    },
  };
  const target = db.withPlugin(plugin);
  return new Proxy(target, {
    get(_, key) {
      if (key === 'transaction')
        return () => ({
          execute: (work: (tx: Db) => Promise<unknown>) => through(() => target.transaction().execute(work)),
        });
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function faultyFiles(files: FileStore, through: Through): FileStore {
  const { drafts } = files;
  const writer = (real: DraftWriter): DraftWriter => ({
    write: (chunks) => through(() => real.write(chunks)),
    keep: () => through(() => real.keep()),
    // A dead process has no open files.
    close: () => real.close(),
  });
  return {
    ...files,
    put: (source, sha256, sizeBytes) => through(() => files.put(source, sha256, sizeBytes)),
    open: (sha256, range) => through(() => files.open(sha256, range)),
    stat: (sha256) => through(() => files.stat(sha256)),
    remove: (sha256) => through(() => files.remove(sha256)),
    drafts: {
      ...drafts,
      async open(piece, at) {
        let opened: DraftWriter | undefined;
        const open = async () => {
          opened = await drafts.open(piece, at);
          return writer(opened);
        };
        return through(open).catch(async (error: unknown) => {
          await opened?.close();
          throw error;
        });
      },
      read: (piece, range) => through(() => drafts.read(piece, range)),
      sizeOf: (piece) => through(() => drafts.sizeOf(piece)),
      remove: (piece) => through(() => drafts.remove(piece)),
      ...(drafts.adopt && {
        adopt: (piece: string, sha256: Buffer, size: number) =>
          through(async () => drafts.adopt?.(piece, sha256, size)),
      }),
    },
  };
}
