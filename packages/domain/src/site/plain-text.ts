/** Decoded and in lower case, to compare names of parameters. */
export function plainText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}

const roundsMax = 4;

/** Every valid escape decoded, also those of a text that was escaped several times. */
export function fullyDecoded(text: string): string {
  let decoded = text;
  for (let round = 0; round < roundsMax && decoded.includes('%'); round += 1)
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  return decoded;
}
