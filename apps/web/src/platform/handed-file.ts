/** A file passed from one page to the next, which takes it once. It lasts as long as the document. */
let handed: File | null = null;

export function handOverFile(file: File): void {
  handed = file;
}

export function takeHandedFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
