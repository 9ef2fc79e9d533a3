import { createHash } from 'node:crypto';

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:24px;font:16px/1.5 system-ui,sans-serif;background:#f7f6f3;color:#0e1216}h1{font-size:22px;margin:0}p{margin:0;max-width:36em;color:#5b6470}a{color:#c2410c}@media(prefers-color-scheme:dark){body{background:#0e1216;color:#e8ecf0}p{color:#a3adb8}a{color:#ff6a2b}}';
const styleHash = createHash('sha256').update(style).digest('base64');

export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** For the moments when no page can be rendered: a whole page in itself, needing nothing else from the server. */
export const plainPage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${text}</p><p><a href="">Try again</a></p></body></html>`;
