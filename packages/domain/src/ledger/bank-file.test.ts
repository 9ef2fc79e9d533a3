import { expect, test } from 'vitest';
import { type BankFile, bankCsv, isIban, pain001 } from './bank-file.ts';

const file: BankFile = {
  id: 'PR-00007',
  at: new Date('2026-11-30T23:59:59Z'),
  day: '2026-12-01',
  currency: 'EUR',
  from: { name: 'Tuneport Ltd.', account: 'DE02120300000000202051', bic: 'BYLADEM1001', countryCode: 'DE' },
  payments: [
    {
      id: 'PO-000001',
      to: { name: 'Müller & Söhne <GmbH>', account: 'FR1420041010050500013M02606', bic: '', countryCode: 'FR' },
      amountMinor: 123_456n,
      text: 'Payout PO-000001',
    },
    {
      id: 'PO-000002',
      to: { name: '=cmd|calc', account: '003-12345-678', bic: 'ROYCCAT2', countryCode: 'CA' },
      amountMinor: 5n,
      text: 'Payout "two", more',
    },
  ],
};

/** The children that the pain.001.001.09 schema defines for the elements we write, in its order. */
const schema: Readonly<Record<string, readonly string[]>> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'Authstn', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  InitgPty: ['Nm'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg',
    'NbOfTxs',
    'CtrlSum',
    'PmtTpInf',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf',
  ],
  ReqdExctnDt: ['Dt'],
  Dbtr: ['Nm', 'PstlAdr'],
  DbtrAcct: ['Id'],
  DbtrAgt: ['FinInstnId'],
  FinInstnId: ['BICFI', 'Othr'],
  Othr: ['Id'],
  CdtTrfTxInf: ['PmtId', 'PmtTpInf', 'Amt', 'ChrgBr', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  PmtId: ['InstrId', 'EndToEndId'],
  Amt: ['InstdAmt'],
  CdtrAgt: ['FinInstnId'],
  Cdtr: ['Nm', 'PstlAdr'],
  PstlAdr: ['Ctry'],
  CdtrAcct: ['Id'],
  RmtInf: ['Ustrd'],
};

type Node = { name: string; children: Node[]; text: string };

/** Reads the small XML that we write; anything else throws. */
function parse(xml: string): Node {
  const root: Node = { name: '', children: [], text: '' };
  const open = [root];
  for (const [, close, name = '', selfClosing, chars] of xml
    .replace(/^<\?xml[^?]*\?>\s*/, '')
    .trim()
    .matchAll(/<(\/?)([A-Za-z]+)[^>/]*(\/?)>|([^<]+)/g)) {
    const here = open.at(-1) as Node;
    if (chars !== undefined) here.text += chars;
    else if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> does not close`);
    } else {
      const node = { name, children: [], text: '' };
      here.children.push(node);
      if (!selfClosing) open.push(node);
    }
  }
  if (open.length !== 1) throw new Error('not closed');
  return root.children[0] as Node;
}

function problems(node: Node, path = node.name): string[] {
  const allowed = schema[node.name] ?? (node.name === 'Id' && node.children.length > 0 ? ['IBAN', 'Othr'] : []);
  let at = 0;
  return node.children.flatMap((child) => {
    const found = allowed.indexOf(child.name, at);
    if (found >= 0) at = found;
    return [...(found < 0 ? [`${path}/${child.name}`] : []), ...problems(child, `${path}/${child.name}`)];
  });
}
const all = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => all(child, name)),
];

test('pain.001 has the elements of its schema in order, with limits and sums', () => {
  const xml = pain001(file);
  expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
  const document = parse(xml);
  expect(problems(document)).toEqual([]);
  const texts = (name: string) => all(document, name).map(({ text }) => text);
  expect(texts('NbOfTxs')).toEqual(['2', '2']);
  expect(texts('CtrlSum')).toEqual(['1234.61', '1234.61']);
  expect(texts('InstdAmt')).toEqual(['1234.56', '0.05']);
  expect(texts('Nm')).toEqual(['Tuneport Ltd.', 'Tuneport Ltd.', 'Muller . Sohne .GmbH.', '.cmd.calc']);
  expect(texts('IBAN')).toEqual(['DE02120300000000202051', 'FR1420041010050500013M02606']);
  expect(texts('EndToEndId')).toEqual(['PO-000001', 'PO-000002']);
  expect(texts('CreDtTm')).toEqual(['2026-11-30T23:59:59']);
  expect(texts('Dt')).toEqual(['2026-12-01']);
  for (const name of ['MsgId', 'PmtInfId', 'InstrId', 'EndToEndId'])
    for (const value of texts(name)) expect(value.length).toBeLessThanOrEqual(35);
});

test('bank CSV quotes separators and does not start a formula', () => {
  expect(bankCsv(file).split('\r\n').slice(1, 3)).toEqual([
    'PO-000001,Müller & Söhne <GmbH>,FR1420041010050500013M02606,,FR,1234.56,EUR,Payout PO-000001',
    'PO-000002,\'=cmd|calc,003-12345-678,ROYCCAT2,CA,0.05,EUR,"Payout ""two"", more"',
  ]);
});

test('IBAN check digits are verified', () => {
  expect(['DE02120300000000202051', 'FR1420041010050500013M02606'].map(isIban)).toEqual([true, true]);
  expect(['DE02120300000000202052', 'DE0', '003-12345', ''].map(isIban)).toEqual([false, false, false, false]);
});
