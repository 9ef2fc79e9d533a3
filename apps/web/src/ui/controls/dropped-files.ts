const filesMax = 100;
const depthMax = 5;

/** The files somebody let go of, those in folders among them: a browser lists a folder as a file that cannot be read. */
export async function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  // Asked for at once: when the event is over, there is nothing left to ask.
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

/** A folder is read in parts; the last one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    all.push(...part);
    if (part.length === 0 || all.length >= filesMax) return all;
  }
}

/** What systems leave in every folder. */
const isJunk = (name: string): boolean => /^\.|^(Thumbs\.db|desktop\.ini|__MACOSX)$/i.test(name);
