import { type Currency, money, toDecimal } from '../money/money.ts';

// Bank files of payouts: CSV, and ISO 20022 customer credit transfers (pain.001.001.09).

type BankParty = {
  readonly name: string;
  /** An IBAN or any other account number. */
  readonly account: string;
  readonly bic: string;
  readonly countryCode: string;
};
type BankPayment = {
  /** Unique reference that the bank returns. */
  readonly id: string;
  readonly to: BankParty;
  readonly amountMinor: bigint;
  readonly text: string;
};
export type BankFile = {
  readonly id: string;
  readonly at: Date;
  /** The day the bank should execute it. */
  readonly day: string;
  readonly currency: Currency;
  readonly from: BankParty;
  readonly payments: readonly BankPayment[];
};

const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/;

/** Whether the text looks like an IBAN: two letters and two digits first. */
export const looksLikeIban = (account: string): boolean => /^[A-Z]{2}\d{2}/.test(account);

/** Checks form and check digits (ISO 7064, modulo 97). */
export function isIban(account: string): boolean {
  if (!ibanForm.test(account)) return false;
  const digits = `${account.slice(4)}${account.slice(0, 4)}`.replace(/[A-Z]/g, (sign) =>
    String(sign.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** The characters that banks accept everywhere; all others become their base letter or a dot. */
const bankText = (text: string, max: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, max)
    .trim() || '.';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;');
const tag = (name: string, ...content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`;
const text = (name: string, value: string, max: number): string => tag(name, escaped(bankText(value, max)));

const accountOf = ({ account }: BankParty): string =>
  tag('Id', isIban(account) ? tag('IBAN', account) : tag('Othr', text('Id', account, 34)));
const agentOf = ({ bic }: BankParty): string =>
  tag('FinInstnId', bic === '' ? tag('Othr', tag('Id', 'NOTPROVIDED')) : tag('BICFI', escaped(bic)));

/** A pain.001.001.09 document with one batch. */
export function pain001({ id, at, day, currency, from, payments }: BankFile): string {
  const decimal = (minor: bigint) => toDecimal(money(minor, currency));
  const sum = decimal(payments.reduce((all, { amountMinor }) => all + amountMinor, 0n));
  const count = String(payments.length);
  const one = ({ id: reference, to, amountMinor, text: remittance }: BankPayment) =>
    tag(
      'CdtTrfTxInf',
      tag('PmtId', text('InstrId', reference, 35), text('EndToEndId', reference, 35)),
      tag('Amt', `<InstdAmt Ccy="${currency}">${decimal(amountMinor)}</InstdAmt>`),
      tag('CdtrAgt', agentOf(to)),
      tag('Cdtr', text('Nm', to.name, 70), tag('PstlAdr', tag('Ctry', escaped(to.countryCode)))),
      tag('CdtrAcct', accountOf(to)),
      tag('RmtInf', text('Ustrd', remittance, 140)),
    );
  const initiation = tag(
    'CstmrCdtTrfInitn',
    tag(
      'GrpHdr',
      text('MsgId', id, 35),
      tag('CreDtTm', at.toISOString().slice(0, 19)),
      tag('NbOfTxs', count),
      tag('CtrlSum', sum),
      tag('InitgPty', text('Nm', from.name, 70)),
    ),
    tag(
      'PmtInf',
      text('PmtInfId', id, 35),
      tag('PmtMtd', 'TRF'),
      tag('NbOfTxs', count),
      tag('CtrlSum', sum),
      tag('ReqdExctnDt', tag('Dt', day)),
      tag('Dbtr', text('Nm', from.name, 70)),
      tag('DbtrAcct', accountOf(from)),
      tag('DbtrAgt', agentOf(from)),
      tag('ChrgBr', 'SHAR'),
      ...payments.map(one),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${initiation}</Document>\n`;
}

/** A cell that a spreadsheet neither splits nor runs as a formula. */
const cell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The same payments as CSV, for banks without ISO 20022. */
export function bankCsv({ currency, payments }: Pick<BankFile, 'currency' | 'payments'>): string {
  const rows = payments.map(({ id, to, amountMinor, text: remittance }) =>
    [id, to.name, to.account, to.bic, to.countryCode, toDecimal(money(amountMinor, currency)), currency, remittance]
      .map(cell)
      .join(','),
  );
  return `${['reference,name,account,bic,country,amount,currency,text', ...rows].join('\r\n')}\r\n`;
}
