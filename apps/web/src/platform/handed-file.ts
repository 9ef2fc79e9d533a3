/** A file chosen on one page for the next one, which takes it once. It lives as long as the document. */
let handed: File | null = null;

export function handOverFile(file: File): void {
  handed = file;
}

export function takeHandedFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
