/** Decoded and in lower case, to compare names of parameters. */
export function plainText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
