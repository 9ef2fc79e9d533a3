import type { CallReply } from '@tuneport/contract/index';
import { msg, t } from '@tuneport/domain/text/text';
import { isOver } from '@tuneport/domain/tuning/tune-request-states';
import { tuneFileBytesMax } from '@tuneport/domain/tuning/upload-rules';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { keyOfFile } from '../../../platform/file-key.ts';
import { useGuestEmail } from '../../../platform/ui-state.ts';
import { Button, buttonClass, TextLink } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { FileDrop } from '../../../ui/controls/FileDrop.tsx';
import { sizeText } from '../../../ui/controls/upload-queue.ts';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { StateDot } from '../../../ui/feedback/StateDot.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { requestClientLoader, requestLoader } from './load-request.ts';
import { RequestFrame } from './RequestFrame.tsx';
import { RequestLogs } from './RequestLogs.tsx';
import css from './request.module.css';
import type { Request, RequestFile } from './request-labels.tsx';
import { requestTitle } from './request-title.ts';
import { useLiveRequest } from './use-live-request.ts';

export const loader = requestLoader;
export const clientLoader = requestClientLoader;
export const meta = ({ loaderData }: { loaderData?: Request }) => requestTitle(t('Files'), loaderData);

const kinds = { original: msg('Your original'), supplement: msg('Added'), result: msg('Tuned') } as const;
const kindWord = (kind: RequestFile['kind'], as: Request['as']) =>
  kind === 'original' && as !== 'customer' ? t('Original') : t(kinds[kind]);
const states = {
  in_review: ['busy', msg('In review')],
  rejected: ['bad', msg('Sent back')],
  delivered: ['good', msg('Delivered')],
  withdrawn: ['neutral', msg('Replaced')],
} as const;

async function sendFile(id: number, kind: 'supplement' | 'result', file: File) {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', file);
  try {
    return await call('POST /v1/tune-requests/:id/files', {
      params: { id },
      body: form as never,
      idempotencyKey: keyOfFile(file),
    });
  } catch (error) {
    // The reason why a file does not fit is shown at the file.
    if (error instanceof ApiError && Object.keys(error.errors).length > 0)
      throw new Error(
        [
          ...Object.values(error.errors).flat(),
          ...(kind === 'result' ? ['It was not accepted. Send the file that was made from this original.'] : []),
        ].join(' '),
      );
    throw error;
  }
}

export default function RequestFiles() {
  const { request, reload } = useLiveRequest(useLoaderData<typeof loader>());
  const delivers = request.as !== 'customer' && request.state === 'in_progress';
  return (
    <RequestFrame request={request}>
      <ul className={css.files} aria-label={t('Files of this request')}>
        {[...request.files].reverse().map((file) => (
          <FileCard key={file.id} file={file} as={request.as} />
        ))}
      </ul>
      {['delivered', 'revision_requested', 'closed'].includes(request.state) && request.as !== 'tuner' ? (
        <TokenLink request={request} />
      ) : null}
      {request.receipt ? <Receipt text={request.receipt} number={request.number} /> : null}
      <RequestLogs request={request} />
      {isOver(request.state) ? null : (
        <section className={css.stack} aria-labelledby="request-add">
          <h2 id="request-add">{delivers ? t('Tuned file') : t('Add file')}</h2>
          <p className={css.quiet}>
            {delivers
              ? t(
                  'It is compared with the original first. A file for another control unit is rejected with the reason; a matching one goes to a second person.',
                )
              : t('A log, a photo of the label or a second read. Anyone working on the request can see it.')}
          </p>
          <FileDrop
            // Remounts the drop zone, so that a result is not listed among the supplements.
            key={delivers ? 'result' : 'supplement'}
            label={delivers ? t('Drop the tuned file here, or choose it') : t('Drop a file here, or choose it')}
            multiple={!delivers}
            hint={t('Up to {tuneFileBytesMax} MiB', { tuneFileBytesMax: tuneFileBytesMax / 1024 / 1024 })}
            bytesMax={tuneFileBytesMax}
            upload={(file) => sendFile(request.id, delivers ? 'result' : 'supplement', file)}
            onDone={() => {
              toast(delivers ? t('Sent. A second person will check it.') : t('Added.'));
              void reload();
            }}
          />
        </section>
      )}
    </RequestFrame>
  );
}

function FileCard({ file, as }: { file: RequestFile; as: Request['as'] }) {
  const state = file.state ? states[file.state] : null;
  return (
    <li className={css.file} data-kind={file.kind}>
      <div className={css.fileHead}>
        <strong>{file.name}</strong>
        <span className={css.quiet}>
          {kindWord(file.kind, as)} · {sizeText(file.size_bytes)} · <DateText at={file.created_at} show="both" />
        </span>
        {state ? <StateDot tone={state[0]}>{t(state[1])}</StateDot> : null}
      </div>
      {file.change ? (
        <div className={css.change}>
          <p>{file.change.words}</p>
          {file.change.places.length > 0 ? (
            <details>
              <summary>{t('Show changed bytes')}</summary>
              <ul className={css.places}>
                {file.change.places.map((place) => (
                  <li key={place}>{place}</li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
      ) : null}
      {file.note === '' ? null : <p className={css.words}>{file.note}</p>}
      <p className={css.hash}>{t('SHA-256 {sha256}', { sha256: file.sha256 })}</p>
      {file.download ? (
        <div>
          <a
            className={buttonClass({ variant: file.kind === 'result' ? 'primary' : 'quiet' })}
            href={file.download}
            download
          >
            {t('Download')}
          </a>
        </div>
      ) : null}
    </li>
  );
}

type Token = CallReply<'POST /v1/tune-requests/:id/token'>;

/** A download link for another device or a download manager. */
function TokenLink({ request }: { request: Request }) {
  const [token, setToken] = useState<Token | null>(null);
  const isGuest = useGuestEmail() !== null;
  const result = request.files.find(({ kind, state }) => kind === 'result' && state === 'delivered');
  if (!result || isGuest) return null;
  const make = async () => {
    try {
      setToken(await call('POST /v1/tune-requests/:id/token', { params: { id: request.id } }));
    } catch (error) {
      toast(errorText(error, t('Something went wrong. Try again.')), { tone: 'bad' });
    }
  };
  return token ? (
    <div className={css.stack}>
      <CopyField
        label={t('Link to the tuned file')}
        value={`${window.location.origin}/api/v1/tune-requests/${request.id}/files/${result.id}?token=${token.token}`}
      />
      <p className={css.quiet}>
        {rich('Works without a login until {expires_at}.', {
          expires_at: <DateText at={token.expires_at} show="both" />,
        })}
      </p>
    </div>
  ) : (
    <div>
      <Button onClick={() => void make()}>{t('Create a link for another device')}</Button>
    </div>
  );
}

/** The signed receipt of this file; anyone can verify it on the receipt page. */
function Receipt({ text, number }: { text: string; number: string }) {
  return (
    <section className={css.stack} aria-labelledby="request-receipt">
      <h2 id="request-receipt">{t('Receipt')}</h2>
      <p className={css.quiet}>
        {rich(
          'Signed proof of what you sent and what you received. Anyone who has it, or the file, can <link>check it</link>.',
          { link: (text) => <TextLink to="/receipt">{text}</TextLink> },
        )}
      </p>
      <div>
        <a
          className={buttonClass({})}
          href={`data:application/json,${encodeURIComponent(text)}`}
          download={`receipt-${number}.json`}
        >
          {t('Save receipt')}
        </a>
      </div>
    </section>
  );
}
