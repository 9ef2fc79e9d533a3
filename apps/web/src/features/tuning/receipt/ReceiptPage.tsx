import type { CallReply } from '@tuneport/contract/index';
import { msg, plural, t } from '@tuneport/domain/text/text';
import { canonicalJson, type SignedReceipt } from '@tuneport/domain/tuning/flash-files/receipt';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { useId, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { sizeText } from '../../../ui/controls/upload-queue.ts';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { NeedsScript } from '../../../ui/feedback/NeedsScript.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { type Proof, readProof, readText } from './read-proof.ts';
import css from './receipt.module.css';

export const meta = () => [
  { title: pageTitle(t('Check a receipt')) },
  { name: 'description', content: t('Check that a tune file or its receipt came from us and is unchanged.') },
];

type Verdict = {
  kind: 'genuine' | 'withdrawn' | 'unconfirmed';
  message: string;
  receipts: readonly SignedReceipt[];
};
const kindOf = (good: boolean, withdrawn: boolean): Verdict['kind'] =>
  withdrawn ? 'withdrawn' : good ? 'genuine' : 'unconfirmed';
const verdicts = {
  genuine: { tone: 'good', title: msg('Genuine') },
  withdrawn: { tone: 'bad', title: msg('Withdrawn') },
  unconfirmed: { tone: 'careful', title: msg('Not confirmed') },
} as const;

async function check(proof: Proof): Promise<Verdict> {
  if (proof.kind === 'receipt') {
    const body: CallReply<'POST /v1/receipts/verify'> = await call('POST /v1/receipts/verify', {
      body: { receipt: proof.receipt },
    });
    const { valid, withdrawn, message, receipt } = body;
    return { kind: kindOf(valid, withdrawn), message, receipts: receipt ? [receipt] : [] };
  }
  const { role, withdrawn, message, receipts } = await call('GET /v1/receipts/files/:hash', {
    params: { hash: proof.sha256 },
  });
  return { kind: kindOf(role === 'delivered', withdrawn), message, receipts };
}

/** Verifies a receipt or a file, for buyers of a tuned car or recipients of a file. */
export default function ReceiptPage() {
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const look = async (read: Promise<Proof>) => {
    setBusy(true);
    setProblem(null);
    setVerdict(null);
    try {
      setVerdict(await check(await read));
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <h1>{t('Check a receipt')}</h1>
        <p className={css.lead}>
          {t(
            'Every file we deliver has a signed receipt. Provide the receipt or the file itself; the file stays in your browser, and only its fingerprint is sent.',
          )}
        </p>
      </header>
      <NeedsScript>{t('Checking a receipt needs JavaScript. Turn it on for this site.')}</NeedsScript>
      <div className={css.drop}>
        <Icon name="file" size={32} />
        <label htmlFor={id} className={css.dropTitle}>
          {t('Drop a receipt or a delivered file here, or choose it')}
        </label>
        <input
          id={id}
          type="file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void look(readProof(file));
            currentTarget.value = '';
          }}
        />
      </div>
      <form
        method="post"
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void look(readText(text));
        }}
      >
        <Textarea
          label={t('Or paste a receipt')}
          name="receipt"
          rows={4}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" busy={busy} disabled={text.trim() === ''}>
            {t('Check it')}
          </Button>
        </div>
      </form>
      {problem ? (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      ) : null}
      {verdict ? (
        <Notice live tone={verdicts[verdict.kind].tone} title={t(verdicts[verdict.kind].title)}>
          {verdict.message}
        </Notice>
      ) : null}
      {verdict?.receipts.map((receipt) => (
        <ReceiptFacts key={receipt.signature} receipt={receipt} />
      ))}
    </Container>
  );
}

function ReceiptFacts({ receipt }: { receipt: SignedReceipt }) {
  return (
    <section
      className={css.facts}
      aria-label={t('Receipt for {tuneRequestNumber}', { tuneRequestNumber: tuneRequestNumber(receipt.request) })}
    >
      <KeyValue
        rows={[
          [t('Request'), tuneRequestNumber(receipt.request)],
          [t('Delivered'), <DateText key="at" at={receipt.issued_at} />],
          [t('Tunes'), receipt.tunes.join(', ')],
          [t('Delivered file'), <Fingerprint key="delivered" {...receipt.delivered} />],
          [t('Original file'), <Fingerprint key="original" {...receipt.original} />],
          [t('Changed'), plural(receipt.changed_bytes, { one: '{count} byte', other: '{count} bytes' })],
          [t('Signed by'), t('{issuer}, key {key}', { issuer: receipt.issuer, key: receipt.key })],
          [
            t('Signature'),
            <code key="signature" className={css.hash}>
              {receipt.signature}
            </code>,
          ],
        ]}
      />
      <details className={css.source}>
        <summary>{t('Receipt as signed')}</summary>
        <pre>{canonicalJson(receipt)}</pre>
      </details>
    </section>
  );
}

const Fingerprint = ({ sha256, size_bytes }: { sha256: string; size_bytes: number }) => (
  <>
    {sizeText(size_bytes)}
    <code className={css.hash}>{t('SHA-256 {sha256}', { sha256 })}</code>
  </>
);
