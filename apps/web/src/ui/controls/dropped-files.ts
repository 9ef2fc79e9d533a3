const filesMax = 100;
const depthMax = 5;

/** The dropped files, including those in folders: browsers list a folder as an unreadable file. */
export async function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  // Read synchronously: the items are gone after the event.
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found: File[] = [];
  for (const entry of entries) if (entry) await collect(entry, found, 0);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[], depth: number): Promise<void> {
  if (found.length >= filesMax || isJunk(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    if (file) found.push(file);
  } else if (depth < depthMax) {
    for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await collect(inner, found, depth + 1);
  }
}

/** A directory is read in batches; the last one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    all.push(...part);
    if (part.length === 0 || all.length >= filesMax) return all;
  }
}

/** System files found in most folders. */
const isJunk = (name: string): boolean => /^\.|^(Thumbs\.db|desktop\.ini|__MACOSX)$/i.test(name);
