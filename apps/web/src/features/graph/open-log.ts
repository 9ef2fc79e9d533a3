import type { CallReply } from '@tuneport/contract/index';
import { msg, t } from '@tuneport/domain/text/text';
import { logBytesMax, type ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import type { Pyramid } from '@tuneport/domain/tuning/logs/pyramid';
import type { Review } from '@tuneport/domain/tuning/logs/review/review-log';
import { call } from '../../platform/api/browser.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import type { WorkerReply, WorkerRequest } from './log-worker.ts';

export type OpenLog = {
  readonly name: string;
  readonly log: ParsedLog;
  readonly pyramids: readonly Pyramid[];
  readonly review: Review;
};

export const uploadFailedTitle = msg('Error uploading log');

/** A file or stored samples that could not be read; the message is shown to the user. */
export class LogRefused extends Error {
  /** It is a flash file, which the upload page accepts. */
  readonly isTune: boolean;
  constructor(message: string, isTune = false) {
    super(message);
    this.isTune = isTune;
  }
}

function ask(request: WorkerRequest, transfer: Transferable[] = []): Promise<Extract<WorkerReply, { ok: true }>> {
  const worker = new Worker(new URL('./log-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Extract<WorkerReply, { ok: true }>>((settle, refuse) => {
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      if (data.ok) settle(data);
      else refuse(new LogRefused(data.failure === 'too-large' ? tooManyValuesText() : data.text, data.isTune));
    };
    worker.onerror = () => refuse(new LogRefused(t('This browser could not read the log. Try another browser.')));
    worker.postMessage(request, transfer);
  }).finally(() => worker.terminate());
}

const tooLargeText = () =>
  t('This log is too large to draw. The limit is {size} MiB.', { size: logBytesMax / 1024 / 1024 });

/** Files above the size limit are refused before they are read. */
const tooManyValuesText = () =>
  t('This log has more values than we can draw. Leave out channels, or save a part of it.');

export async function readFile(file: File): Promise<OpenLog> {
  if (file.size > logBytesMax) throw new LogRefused(tooLargeText());
  const { log, pyramids, review } = await ask({ file });
  return { name: file.name, log, pyramids, review };
}

type SavedGraph = CallReply<'POST /graph'>;

/** Logs already parsed on this page, so that a dropped log is reused when its own URL opens. */
const recent = new Map<string, OpenLog>();

export async function saveFile(file: File, open: OpenLog): Promise<SavedGraph> {
  const form = new FormData();
  form.append('file', file);
  const saved = await call('POST /graph', { body: form as never });
  recent.set(saved.id, open);
  storeToken(saved.id, saved.token);
  return saved;
}

export async function openShared(id: string, name: string): Promise<OpenLog> {
  const known = recent.get(id);
  if (known) return known;
  const reply = await fetch(`/api/graph/${encodeURIComponent(id)}/samples`, { credentials: 'same-origin' });
  if (!reply.ok) throw new LogRefused(t('The samples of this log could not be loaded. Reload the page to try again.'));
  const packed = await reply.arrayBuffer();
  const { log, pyramids, review } = await ask({ packed }, [packed]);
  const open = { name, log, pyramids, review };
  recent.set(id, open);
  return open;
}

const tokensKey = 'tuneport.graphs';
const tokensMax = 100;

/** The access tokens of this browser's own uploads, newest last. */
function tokens(): Record<string, string> {
  const stored = readStored(tokensKey);
  return stored && typeof stored === 'object' ? (stored as Record<string, string>) : {};
}
const storeToken = (id: string, token: string) =>
  writeStored(tokensKey, Object.fromEntries([...Object.entries(tokens()), [id, token]].slice(-tokensMax)));
export const tokenOf = (id: string): string | undefined => {
  const token = tokens()[id];
  return typeof token === 'string' ? token : undefined;
};
