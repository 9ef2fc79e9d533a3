import type { Readable } from 'node:stream';
import type { Db } from '../../../platform/db/db.ts';
import { BytesMissing } from '../../../platform/files/bytes.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ZipEntry } from '../../../platform/zip/write-zip.ts';
import { ownInvoicePdfs } from '../../sales/index.ts';
import type { ExportedFile } from './export-files.ts';
import { exportSections, type Person, sectionJson } from './export-sections.ts';

type Export = {
  readonly db: Db;
  readonly platform: Platform;
  readonly person: Person;
  readonly files: readonly ExportedFile[];
  readonly now: Date;
  /** Called when a part is complete. */
  readonly onPart: () => void;
};

/** Every section, the invoices as one part, and every file. */
export const partsOf = (files: readonly ExportedFile[]): number => exportSections.length + 1 + files.length;

/** The entries of an export in the order in which they are written. Each is read when its turn comes. */
export async function* exportContents(work: Export): AsyncGenerator<ZipEntry> {
  const { db, platform, person, files, now, onPart } = work;
  yield { name: 'README.txt', changedAt: now, content: [introduction(platform.config.publicOrigin, now)] };
  for (const section of exportSections) {
    yield { name: `${section.name}.json`, changedAt: now, content: sectionJson(db, section, person) };
    onPart();
  }
  for await (const { name, bytes, issuedAt } of ownInvoicePdfs(db, platform, person.id))
    yield { name: `invoices/${name}`, changedAt: issuedAt, content: [bytes] };
  onPart();
  const missing: string[] = [];
  for (const { path, sha256, created_at } of files) {
    const content = await openIfThere(platform, sha256);
    if (content) yield { name: path, changedAt: created_at, content };
    else missing.push(path);
    onPart();
  }
  if (missing.length > 0) {
    const text = `We could not read these files. Contact us if you need them.\n\n${missing.join('\n')}\n`;
    yield { name: 'missing-files.txt', changedAt: now, content: [text] };
  }
}

async function openIfThere({ files, log }: Platform, sha256: Buffer): Promise<Readable | null> {
  try {
    return await files.open(sha256);
  } catch (error) {
    if (!(error instanceof BytesMissing)) throw error;
    log.error({ err: error }, 'A file of a data export is missing');
    return null;
  }
}

const introduction = (origin: string, now: Date) => `Your data at ${origin}
Made on ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC

JSON files contain lists of records. Times are in UTC, amounts in the smallest unit of their currency (cents).

${exportSections.map(({ name, about }) => `${name}.json: ${about}`).join('\n')}
invoices: Your invoices and credit notes as PDF files.

Not included: orders, requests and tickets of a dealer, which belong to the dealer and are in its portal; internal notes
of our staff; messages and addresses of other people; passwords and keys, which we store as hashes only.
`;
